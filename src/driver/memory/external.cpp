// SPDX-License-Identifier: Apache-2.0
// External Resource Interoperability.
#include <cstring>

#include "driver/driver.h"
#include "driver/memory/format.h"

namespace heddle::driver {
namespace {

template <class To, class From>
const To* same_handles(const From* handles) {
  static_assert(sizeof(To) == sizeof(From));
  return reinterpret_cast<const To*>(handles);
}
cudaExternalMemory_t handle_of(CUexternalMemory memory) {
  return reinterpret_cast<cudaExternalMemory_t>(memory);
}

// Descriptors of the driver's form have words that are reserved.
template <class From, class To>
void describe(const From& from, To* to) {
  static_assert(sizeof to->handle == sizeof from.handle);
  to->type = static_cast<decltype(to->type)>(from.type);
  std::memcpy(&to->handle, &from.handle, sizeof to->handle);
  to->flags = from.flags;
}

}  // namespace

HEDDLE_DRIVER CUresult cuImportExternalMemory(CUexternalMemory* out,
                                              const CUDA_EXTERNAL_MEMORY_HANDLE_DESC* given) {
  return in_context([&] {
    cudaExternalMemoryHandleDesc as{cudaExternalMemoryHandleTypeOpaqueFd, {}, 0, 0};
    if (!out || !given) return cudaErrorInvalidValue;
    describe(*given, &as);
    as.size = given->size;
    return cudaImportExternalMemory(same<cudaExternalMemory_t>(out), &as);
  });
}
HEDDLE_DRIVER CUresult cuExternalMemoryGetMappedBuffer(
    CUdeviceptr* out, CUexternalMemory memory, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC* part) {
  return in_context([&] {
    if (!part) return cudaErrorInvalidValue;
    const cudaExternalMemoryBufferDesc as{part->offset, part->size, part->flags};
    return cudaExternalMemoryGetMappedBuffer(pointer(out), handle_of(memory), &as);
  });
}
HEDDLE_DRIVER CUresult
cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray* out, CUexternalMemory memory,
                                        const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC* wanted) {
  return in_context([&] {
    if (!wanted) return cudaErrorInvalidValue;
    const CUDA_ARRAY3D_DESCRIPTOR& array = wanted->arrayDesc;
    cudaExternalMemoryMipmappedArrayDesc as{};
    const auto error = texel_of(array.Format, array.NumChannels, &as.formatDesc);
    if (error != cudaSuccess) return error;
    as.offset = wanted->offset;
    as.extent = {array.Width, array.Height, array.Depth};
    as.flags = array.Flags;
    as.numLevels = wanted->numLevels;
    return cudaExternalMemoryGetMappedMipmappedArray(same<cudaMipmappedArray_t>(out),
                                                     handle_of(memory), &as);
  });
}
HEDDLE_DRIVER CUresult cuDestroyExternalMemory(CUexternalMemory memory) {
  return in_context([&] { return cudaDestroyExternalMemory(handle_of(memory)); });
}

HEDDLE_DRIVER CUresult cuImportExternalSemaphore(CUexternalSemaphore* out,
                                                 const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC* given) {
  return in_context([&] {
    cudaExternalSemaphoreHandleDesc as{cudaExternalSemaphoreHandleTypeOpaqueFd, {}, 0};
    if (!out || !given) return cudaErrorInvalidValue;
    describe(*given, &as);
    return cudaImportExternalSemaphore(same<cudaExternalSemaphore_t>(out), &as);
  });
}
HEDDLE_DRIVER CUresult cuSignalExternalSemaphoresAsync(
    const CUexternalSemaphore* semaphores, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS* params,
    unsigned int count, CUstream stream) {
  return in_context([&] {
    return cudaSignalExternalSemaphoresAsync(same_handles<cudaExternalSemaphore_t>(semaphores),
                                             same<const cudaExternalSemaphoreSignalParams>(params),
                                             count, stream);
  });
}
HEDDLE_DRIVER CUresult cuWaitExternalSemaphoresAsync(
    const CUexternalSemaphore* semaphores, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS* params,
    unsigned int count, CUstream stream) {
  return in_context([&] {
    return cudaWaitExternalSemaphoresAsync(same_handles<cudaExternalSemaphore_t>(semaphores),
                                           same<const cudaExternalSemaphoreWaitParams>(params),
                                           count, stream);
  });
}
HEDDLE_DRIVER CUresult cuDestroyExternalSemaphore(CUexternalSemaphore semaphore) {
  return in_context([&] {
    return cudaDestroyExternalSemaphore(reinterpret_cast<cudaExternalSemaphore_t>(semaphore));
  });
}

}  // namespace heddle::driver
