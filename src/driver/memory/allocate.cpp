// SPDX-License-Identifier: Apache-2.0
// Memory Management: allocations, host memory, what is known of an address.
#include "driver/context/context.h"
#include "driver/driver.h"

namespace heddle::driver {
namespace {

// What is made in a context of its own goes with it.
template <class T>
void keep(std::map<T, std::uint64_t> CUctx_st::* of, T handle, const void* address) {
  CUcontext context = current();
  if (context->primary) return;
  const auto row = the_engine().find(address);
  if (!row) return;
  const std::lock_guard lock(context->mutex);
  (context->*of)[handle] = row->id;
}

CUresult made(CUresult result, const CUdeviceptr* address) {
  if (result == CUDA_SUCCESS) keep(&CUctx_st::memory, *address, pointer(*address));
  return result;
}

CUresult made(CUresult result, void** address) {
  if (result == CUDA_SUCCESS) keep(&CUctx_st::host_memory, *address, *address);
  return result;
}

}  // namespace

HEDDLE_DRIVER CUresult cuMemGetInfo(size_t* free, size_t* total) {
  return in_context([&] { return cudaMemGetInfo(free, total); });
}

// Unlike cudaMalloc, which answers a null pointer.
HEDDLE_DRIVER CUresult cuMemAlloc(CUdeviceptr* out, size_t bytes) {
  return made(
      in_context([&] { return bytes ? cudaMalloc(pointer(out), bytes) : cudaErrorInvalidValue; }),
      out);
}

HEDDLE_DRIVER CUresult cuMemAllocPitch(CUdeviceptr* out, size_t* pitch, size_t width, size_t height,
                                       unsigned int element) {
  return made(in_context([&] {
                const bool known = element == 4 || element == 8 || element == 16;
                if (!known || !width || !height) return cudaErrorInvalidValue;
                return cudaMallocPitch(pointer(out), pitch, width, height);
              }),
              out);
}

HEDDLE_DRIVER CUresult cuMemAllocManaged(CUdeviceptr* out, size_t bytes, unsigned int flags) {
  return made(in_context([&] { return cudaMallocManaged(pointer(out), bytes, flags); }), out);
}

HEDDLE_DRIVER CUresult cuMemFree(CUdeviceptr address) {
  const CUresult result = in_context([&] { return cudaFree(pointer(address)); });
  if (result == CUDA_SUCCESS) forget_memory(address);
  return result;
}

HEDDLE_DRIVER CUresult cuMemAllocHost(void** out, size_t bytes) {
  return made(
      in_context([&] { return bytes ? cudaMallocHost(out, bytes) : cudaErrorInvalidValue; }), out);
}

HEDDLE_DRIVER CUresult cuMemHostAlloc(void** out, size_t bytes, unsigned int flags) {
  return made(
      in_context([&] { return bytes ? cudaHostAlloc(out, bytes, flags) : cudaErrorInvalidValue; }),
      out);
}

HEDDLE_DRIVER CUresult cuMemFreeHost(void* address) {
  const CUresult result = in_context([&] { return cudaFreeHost(address); });
  if (result == CUDA_SUCCESS) forget_host_memory(address);
  return result;
}

HEDDLE_DRIVER CUresult cuMemHostGetDevicePointer(CUdeviceptr* out, void* host, unsigned int flags) {
  return in_context([&] { return cudaHostGetDevicePointer(pointer(out), host, flags); });
}
HEDDLE_DRIVER CUresult cuMemHostGetFlags(unsigned int* flags, void* host) {
  return in_context([&] { return cudaHostGetFlags(flags, host); });
}
HEDDLE_DRIVER CUresult cuMemHostRegister(void* host, size_t bytes, unsigned int flags) {
  return in_context([&] { return cudaHostRegister(host, bytes, flags); });
}
HEDDLE_DRIVER CUresult cuMemHostUnregister(void* host) {
  return in_context([&] { return cudaHostUnregister(host); });
}

HEDDLE_DRIVER CUresult cuMemGetAddressRange(CUdeviceptr* base, size_t* size, CUdeviceptr address) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  const auto row = the_engine().find(pointer(address));
  if (!row || row->kind == engine::MemoryKind::kArray) return CUDA_ERROR_NOT_FOUND;
  if (base) *base = row->base;
  if (size) *size = row->size;
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr address) {
  return in_context(
      [&] { return cudaIpcGetMemHandle(same<cudaIpcMemHandle_t>(handle), pointer(address)); });
}
HEDDLE_DRIVER CUresult cuIpcOpenMemHandle(CUdeviceptr* out, CUipcMemHandle handle,
                                          unsigned int flags) {
  return in_context([&] {
    return cudaIpcOpenMemHandle(pointer(out), *same<cudaIpcMemHandle_t>(&handle), flags);
  });
}
HEDDLE_DRIVER CUresult cuIpcCloseMemHandle(CUdeviceptr address) {
  return in_context([&] { return cudaIpcCloseMemHandle(pointer(address)); });
}

}  // namespace heddle::driver
