// SPDX-License-Identifier: Apache-2.0
// Stream Ordered Memory Allocator.
#include "driver/context/context.h"
#include "driver/driver.h"

namespace heddle::driver {

HEDDLE_DRIVER CUresult cuMemAllocAsync(CUdeviceptr* out, size_t bytes, CUstream stream) {
  return in_context([&] { return cudaMallocAsync(pointer(out), bytes, stream); });
}
HEDDLE_DRIVER CUresult cuMemAllocFromPoolAsync(CUdeviceptr* out, size_t bytes, CUmemoryPool pool,
                                               CUstream stream) {
  return in_context([&] { return cudaMallocFromPoolAsync(pointer(out), bytes, pool, stream); });
}
HEDDLE_DRIVER CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
  const CUresult result = in_context([&] { return cudaFreeAsync(pointer(address), stream); });
  if (result == CUDA_SUCCESS) forget_memory(address);
  return result;
}

HEDDLE_DRIVER CUresult cuDeviceGetDefaultMemPool(CUmemoryPool* pool, CUdevice device) {
  return without_context([&] { return cudaDeviceGetDefaultMemPool(pool, device); });
}
HEDDLE_DRIVER CUresult cuDeviceGetMemPool(CUmemoryPool* pool, CUdevice device) {
  return without_context([&] { return cudaDeviceGetMemPool(pool, device); });
}
HEDDLE_DRIVER CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool) {
  return without_context([&] { return cudaDeviceSetMemPool(device, pool); });
}

HEDDLE_DRIVER CUresult cuMemGetDefaultMemPool(CUmemoryPool* pool, CUmemLocation* location,
                                              CUmemAllocationType type) {
  return without_context([&] {
    return cudaMemGetDefaultMemPool(pool, same<cudaMemLocation>(location),
                                    static_cast<cudaMemAllocationType>(type));
  });
}
HEDDLE_DRIVER CUresult cuMemGetMemPool(CUmemoryPool* pool, CUmemLocation* location,
                                       CUmemAllocationType type) {
  return without_context([&] {
    return cudaMemGetMemPool(pool, same<cudaMemLocation>(location),
                             static_cast<cudaMemAllocationType>(type));
  });
}
HEDDLE_DRIVER CUresult cuMemSetMemPool(CUmemLocation* location, CUmemAllocationType type,
                                       CUmemoryPool pool) {
  return without_context([&] {
    return cudaMemSetMemPool(same<cudaMemLocation>(location),
                             static_cast<cudaMemAllocationType>(type), pool);
  });
}

HEDDLE_DRIVER CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps* properties) {
  return without_context(
      [&] { return cudaMemPoolCreate(pool, same<const cudaMemPoolProps>(properties)); });
}
HEDDLE_DRIVER CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return without_context([&] { return cudaMemPoolDestroy(pool); });
}
HEDDLE_DRIVER CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes) {
  return without_context([&] { return cudaMemPoolTrimTo(pool, bytes); });
}
HEDDLE_DRIVER CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute,
                                             void* value) {
  return without_context([&] {
    return cudaMemPoolSetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), value);
  });
}
HEDDLE_DRIVER CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute,
                                             void* value) {
  return without_context([&] {
    return cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(attribute), value);
  });
}
HEDDLE_DRIVER CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc* access,
                                          size_t count) {
  return without_context(
      [&] { return cudaMemPoolSetAccess(pool, same<const cudaMemAccessDesc>(access), count); });
}
HEDDLE_DRIVER CUresult cuMemPoolGetAccess(CUmemAccess_flags* flags, CUmemoryPool pool,
                                          CUmemLocation* location) {
  return without_context([&] {
    return cudaMemPoolGetAccess(same<cudaMemAccessFlags>(flags), pool,
                                same<cudaMemLocation>(location));
  });
}
HEDDLE_DRIVER CUresult cuMemPoolExportToShareableHandle(void* out, CUmemoryPool pool,
                                                        CUmemAllocationHandleType type,
                                                        unsigned long long flags) {
  return without_context([&] {
    if (flags) return cudaErrorInvalidValue;
    return cudaMemPoolExportToShareableHandle(out, pool,
                                              static_cast<cudaMemAllocationHandleType>(type), 0);
  });
}
HEDDLE_DRIVER CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool* pool, void* handle,
                                                          CUmemAllocationHandleType type,
                                                          unsigned long long flags) {
  return without_context([&] {
    if (flags) return cudaErrorInvalidValue;
    return cudaMemPoolImportFromShareableHandle(pool, handle,
                                                static_cast<cudaMemAllocationHandleType>(type), 0);
  });
}
HEDDLE_DRIVER CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData* data, CUdeviceptr address) {
  return without_context([&] {
    return cudaMemPoolExportPointer(same<cudaMemPoolPtrExportData>(data), pointer(address));
  });
}
HEDDLE_DRIVER CUresult cuMemPoolImportPointer(CUdeviceptr* out, CUmemoryPool pool,
                                              CUmemPoolPtrExportData* data) {
  return without_context([&] {
    return cudaMemPoolImportPointer(pointer(out), pool, same<cudaMemPoolPtrExportData>(data));
  });
}

}  // namespace heddle::driver
