// SPDX-License-Identifier: Apache-2.0
// Virtual Memory Management.
#include "engine/memory/virtual_memory.h"

#include "driver/driver.h"

namespace heddle::driver {
namespace {

using engine::VirtualMemory;

VirtualMemory& memory() {
  return the_engine().virtual_memory();
}

// Memory of the host (CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED is 0) and
// handles of other kinds than file descriptors are not supported.
cudaError_t check(const CUmemAllocationProp* wanted) {
  if (!wanted || wanted->type != CU_MEM_ALLOCATION_TYPE_PINNED) return cudaErrorInvalidValue;
  if (wanted->location.type == CU_MEM_LOCATION_TYPE_HOST ||
      wanted->location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
      wanted->location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
    return cudaErrorNotSupported;
  if (wanted->location.type != CU_MEM_LOCATION_TYPE_DEVICE) return cudaErrorInvalidValue;
  if (!process::is_device(wanted->location.id)) return cudaErrorInvalidDevice;
  const unsigned kinds = wanted->requestedHandleTypes;
  if (kinds & ~unsigned{CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR}) return cudaErrorNotSupported;
  // No RDMA (its attribute is 0), no use as a tile pool of sparse arrays.
  if (wanted->allocFlags.gpuDirectRDMACapable || wanted->allocFlags.usage)
    return cudaErrorNotSupported;
  return cudaSuccess;
}

bool is_access(int flags) {
  return flags == CU_MEM_ACCESS_FLAGS_PROT_NONE || flags == CU_MEM_ACCESS_FLAGS_PROT_READ ||
         flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
}

}  // namespace

HEDDLE_DRIVER CUresult cuMemGetAllocationGranularity(size_t* out, const CUmemAllocationProp* wanted,
                                                     CUmemAllocationGranularity_flags option) {
  return without_context([&] {
    if (!out || (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM &&
                 option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED))
      return cudaErrorInvalidValue;
    if (const auto error = check(wanted); error != cudaSuccess) return error;
    *out = VirtualMemory::kGranularity;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuMemAddressReserve(CUdeviceptr* out, size_t bytes, size_t alignment,
                                           CUdeviceptr wanted, unsigned long long flags) {
  return without_context([&] {
    if (!out || flags) return engine::Error::kInvalidValue;
    return memory().reserve(bytes, alignment, pointer(wanted), pointer(out));
  });
}
HEDDLE_DRIVER CUresult cuMemAddressFree(CUdeviceptr address, size_t bytes) {
  return without_context([&] { return memory().free(pointer(address), bytes); });
}

HEDDLE_DRIVER CUresult cuMemCreate(CUmemGenericAllocationHandle* out, size_t bytes,
                                   const CUmemAllocationProp* wanted, unsigned long long flags) {
  return without_context([&] {
    if (!out || flags) return cudaErrorInvalidValue;
    if (const auto error = check(wanted); error != cudaSuccess) return error;
    const int device = wanted->location.id;
    const bool shareable = wanted->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE;
    return static_cast<cudaError_t>(memory().create(the_engine().device(device).arena,
                                                    {device, shareable, bytes},
                                                    same<VirtualMemory::Handle>(out)));
  });
}
HEDDLE_DRIVER CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return without_context([&] { return memory().release(handle); });
}
HEDDLE_DRIVER CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle* out,
                                                   void* address) {
  return without_context([&] {
    if (!out) return engine::Error::kInvalidValue;
    return memory().retain(address, same<VirtualMemory::Handle>(out));
  });
}

HEDDLE_DRIVER CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* out,
                                                              CUmemGenericAllocationHandle handle) {
  return without_context([&] {
    const auto properties = memory().properties_of(handle);
    if (!out || !properties) return cudaErrorInvalidValue;
    *out = {};
    out->type = CU_MEM_ALLOCATION_TYPE_PINNED;
    out->requestedHandleTypes =
        properties->shareable ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR : CU_MEM_HANDLE_TYPE_NONE;
    out->location = {CU_MEM_LOCATION_TYPE_DEVICE, properties->device};
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                                CUmemGenericAllocationHandle handle, unsigned long long flags) {
  return without_context([&] {
    if (offset || flags) return engine::Error::kInvalidValue;  // as documented, for now
    return memory().map(pointer(address), bytes, handle);
  });
}
HEDDLE_DRIVER CUresult cuMemUnmap(CUdeviceptr address, size_t bytes) {
  return without_context([&] { return memory().unmap(pointer(address), bytes); });
}

HEDDLE_DRIVER CUresult cuMemSetAccess(CUdeviceptr address, size_t bytes,
                                      const CUmemAccessDesc* wanted, size_t count) {
  return without_context([&] {
    if (!wanted || count == 0) return cudaErrorInvalidValue;
    std::vector<VirtualMemory::DeviceAccess> access;
    for (size_t i = 0; i < count; ++i) {
      const CUmemAccessDesc& one = wanted[i];
      if (!is_access(one.flags)) return cudaErrorInvalidValue;
      if (one.location.type == CU_MEM_LOCATION_TYPE_HOST ||
          one.location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA)
        return cudaErrorNotSupported;
      if (one.location.type != CU_MEM_LOCATION_TYPE_DEVICE) return cudaErrorInvalidValue;
      if (!process::is_device(one.location.id)) return cudaErrorInvalidDevice;
      access.push_back({one.location.id, static_cast<VirtualMemory::Access>(one.flags)});
    }
    return static_cast<cudaError_t>(memory().set_access(pointer(address), bytes, access));
  });
}
HEDDLE_DRIVER CUresult cuMemGetAccess(unsigned long long* flags, const CUmemLocation* location,
                                      CUdeviceptr address) {
  return without_context([&] {
    if (!flags || !location || location->type != CU_MEM_LOCATION_TYPE_DEVICE)
      return cudaErrorInvalidValue;
    if (!process::is_device(location->id)) return cudaErrorInvalidDevice;
    VirtualMemory::Access access{};
    const auto error = memory().access_of(pointer(address), location->id, &access);
    if (engine::ok(error)) *flags = static_cast<unsigned long long>(access);
    return static_cast<cudaError_t>(error);
  });
}

HEDDLE_DRIVER CUresult cuMemExportToShareableHandle(void* out, CUmemGenericAllocationHandle handle,
                                                    CUmemAllocationHandleType type,
                                                    unsigned long long flags) {
  return without_context([&] {
    if (!out || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
      return engine::Error::kInvalidValue;
    return memory().export_file(handle, static_cast<int*>(out));
  });
}
HEDDLE_DRIVER CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* out, void* file,
                                                      CUmemAllocationHandleType type) {
  return without_context([&] {
    if (!out || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
      return engine::Error::kInvalidValue;
    std::vector<engine::Arena*> arenas;
    for (int device = 0; device < the_engine().device_count(); ++device)
      arenas.push_back(&the_engine().device(device).arena);
    const auto descriptor = static_cast<int>(reinterpret_cast<std::intptr_t>(file));
    return memory().import_file(descriptor, arenas, same<VirtualMemory::Handle>(out));
  });
}

}  // namespace heddle::driver
