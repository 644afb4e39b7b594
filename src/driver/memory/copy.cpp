// SPDX-License-Identifier: Apache-2.0
// Copies of bytes.
#include "driver/memory/copy.h"

#include "driver/context/context.h"

namespace heddle::driver {
namespace {

CUresult copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return in_context([&] { return cudaMemcpy(to, from, bytes, kind); });
}
CUresult copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, CUstream stream) {
  return in_context([&] { return cudaMemcpyAsync(to, from, bytes, kind, stream); });
}

CUresult check_peers(CUcontext to, CUcontext from) {
  return is_context(to) && is_context(from) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

}  // namespace

HEDDLE_DRIVER CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copy(pointer(to), pointer(from), bytes, cudaMemcpyDefault);
}
HEDDLE_DRIVER CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  return copy(pointer(to), from, bytes, cudaMemcpyHostToDevice);
}
HEDDLE_DRIVER CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  return copy(to, pointer(from), bytes, cudaMemcpyDeviceToHost);
}
HEDDLE_DRIVER CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice);
}
HEDDLE_DRIVER CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                     CUstream stream) {
  return copy(pointer(to), pointer(from), bytes, cudaMemcpyDefault, stream);
}
HEDDLE_DRIVER CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes,
                                         CUstream stream) {
  return copy(pointer(to), from, bytes, cudaMemcpyHostToDevice, stream);
}
HEDDLE_DRIVER CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes,
                                         CUstream stream) {
  return copy(to, pointer(from), bytes, cudaMemcpyDeviceToHost, stream);
}
HEDDLE_DRIVER CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                                         CUstream stream) {
  return copy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice, stream);
}

HEDDLE_DRIVER CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                                    CUcontext from_context, size_t bytes) {
  if (const CUresult result = check_peers(to_context, from_context); result != CUDA_SUCCESS)
    return result;
  return in_context([&] {
    return cudaMemcpyPeer(pointer(to), to_context->device, pointer(from), from_context->device,
                          bytes);
  });
}
HEDDLE_DRIVER CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                                         CUcontext from_context, size_t bytes, CUstream stream) {
  if (const CUresult result = check_peers(to_context, from_context); result != CUDA_SUCCESS)
    return result;
  return in_context([&] {
    return cudaMemcpyPeerAsync(pointer(to), to_context->device, pointer(from), from_context->device,
                               bytes, stream);
  });
}

HEDDLE_DRIVER CUresult cuMemcpyBatchAsync(CUdeviceptr* to, CUdeviceptr* from, size_t* bytes,
                                          size_t count, CUmemcpyAttributes* attributes,
                                          size_t* first, size_t attribute_count, size_t* failed,
                                          CUstream stream) {
  return in_context([&] {
    return cudaMemcpyBatchAsync(pointer(to), pointer(from), bytes, count,
                                same<cudaMemcpyAttributes>(attributes), first, attribute_count,
                                failed, stream);
  });
}

// Of arrays of one row; offsets are in bytes.
HEDDLE_DRIVER CUresult cuMemcpyHtoA(CUarray to, size_t offset, const void* from, size_t bytes) {
  return in_context([&] {
    return cudaMemcpyToArray(array_of(to), offset, 0, from, bytes, cudaMemcpyHostToDevice);
  });
}
HEDDLE_DRIVER CUresult cuMemcpyDtoA(CUarray to, size_t offset, CUdeviceptr from, size_t bytes) {
  return in_context([&] {
    return cudaMemcpyToArray(array_of(to), offset, 0, pointer(from), bytes,
                             cudaMemcpyDeviceToDevice);
  });
}
HEDDLE_DRIVER CUresult cuMemcpyAtoH(void* to, CUarray from, size_t offset, size_t bytes) {
  return in_context([&] {
    return cudaMemcpyFromArray(to, array_of(from), offset, 0, bytes, cudaMemcpyDeviceToHost);
  });
}
HEDDLE_DRIVER CUresult cuMemcpyAtoD(CUdeviceptr to, CUarray from, size_t offset, size_t bytes) {
  return in_context([&] {
    return cudaMemcpyFromArray(pointer(to), array_of(from), offset, 0, bytes,
                               cudaMemcpyDeviceToDevice);
  });
}
HEDDLE_DRIVER CUresult cuMemcpyAtoA(CUarray to, size_t to_offset, CUarray from, size_t from_offset,
                                    size_t bytes) {
  return in_context([&] {
    return cudaMemcpyArrayToArray(array_of(to), to_offset, 0, array_of(from), from_offset, 0, bytes,
                                  cudaMemcpyDeviceToDevice);
  });
}
HEDDLE_DRIVER CUresult cuMemcpyHtoAAsync(CUarray to, size_t offset, const void* from, size_t bytes,
                                         CUstream stream) {
  return in_context([&] {
    return cudaMemcpyToArrayAsync(array_of(to), offset, 0, from, bytes, cudaMemcpyHostToDevice,
                                  stream);
  });
}
HEDDLE_DRIVER CUresult cuMemcpyAtoHAsync(void* to, CUarray from, size_t offset, size_t bytes,
                                         CUstream stream) {
  return in_context([&] {
    return cudaMemcpyFromArrayAsync(to, array_of(from), offset, 0, bytes, cudaMemcpyDeviceToHost,
                                    stream);
  });
}

}  // namespace heddle::driver
