// SPDX-License-Identifier: Apache-2.0
// What the compiler emits for kernel<<<grid, block, shared, stream>>>(...): the configuration is
// pushed, the kernel's host stub pops it and calls cudaLaunchKernel.
#pragma once

extern "C" {
unsigned int __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem = 0,
                                         cudaStream_t stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim, size_t* sharedMem,
                                       void* stream);
}

#ifdef __CUDA_ARCH__
// Launches from device code. clang wants them declared under -rdc=true, also for the launches of
// host functions that the device pass reads; no program of ours may reach them.
extern "C" __device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);
extern "C" __device__ cudaError_t cudaLaunchDevice(void* function, void* parameters, dim3 grid,
                                                   dim3 block, unsigned int sharedMem,
                                                   cudaStream_t stream);
#endif
