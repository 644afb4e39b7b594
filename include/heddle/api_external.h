// SPDX-License-Identifier: Apache-2.0
// External Resource Interoperability. Descriptors of imported files belong to the runtime then.

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t* extMem_out,
                                     const struct cudaExternalMemoryHandleDesc* memHandleDesc);
cudaError_t cudaExternalMemoryGetMappedBuffer(
    void** devPtr, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryBufferDesc* bufferDesc);
cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t* mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc* mipmapDesc);
cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t extMem);
cudaError_t cudaImportExternalSemaphore(
    cudaExternalSemaphore_t* extSem_out,
    const struct cudaExternalSemaphoreHandleDesc* semHandleDesc);
cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t* extSemArray,
    const struct cudaExternalSemaphoreSignalParams* paramsArray, unsigned int numExtSems,
    cudaStream_t stream __dv(0));
cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t* extSemArray,
    const struct cudaExternalSemaphoreWaitParams* paramsArray, unsigned int numExtSems,
    cudaStream_t stream __dv(0));
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem);
