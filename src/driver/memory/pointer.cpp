// SPDX-License-Identifier: Apache-2.0
// Unified Addressing: what is known of an address, and managed memory.
#include "driver/context/context.h"
#include "driver/driver.h"
#include "process/device_state.h"

namespace heddle::driver {
namespace {

using engine::Allocation;
using engine::MemoryKind;

template <class T>
CUresult write(void* data, T value) {
  *static_cast<T*>(data) = value;
  return CUDA_SUCCESS;
}

bool managed(const Allocation& row) {
  return row.is_managed();
}
bool host_only(const Allocation& row) {
  return row.on_host() && !managed(row);
}

CUresult attribute_of(const Allocation& row, CUdeviceptr address, CUpointer_attribute attribute,
                      void* data) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return write(data, current()->device == row.device ? current() : primary(row.device));
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return write(data, host_only(row) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      if (!process::may_access(current()->device, row)) return CUDA_ERROR_INVALID_VALUE;
      return write(data, address);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      if (!row.on_host()) return CUDA_ERROR_INVALID_VALUE;
      return write(data, pointer(address));
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
      return write(data, 0);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      return write(data, static_cast<unsigned long long>(row.id ? row.id : row.base));
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return write(data, static_cast<int>(managed(row)));
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return write(data, row.device);
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
      return write(data, static_cast<int>(row.kind == MemoryKind::kDevice && !row.pool));
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return write(data, static_cast<CUdeviceptr>(row.base));
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return write(data, static_cast<std::size_t>(row.size));
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return write(data, 1);
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
      return write(data, static_cast<unsigned long long>(CU_MEM_HANDLE_TYPE_NONE));
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      return write(data, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      return write(data, reinterpret_cast<CUmemoryPool>(row.pool));
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
      return not_supported("cuPointerGetAttribute with this attribute");
  }
  return CUDA_ERROR_INVALID_VALUE;
}

std::optional<Allocation> find(CUdeviceptr address) {
  auto row = the_engine().find(pointer(address));
  if (row && row->kind == MemoryKind::kArray) row.reset();
  return row;
}

// Of the answers of cuPointerGetAttributes that an unknown address has: zero, as much of it.
void write_unknown(CUpointer_attribute attribute, void* data) {
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      write(data, static_cast<int>(CU_DEVICE_INVALID));
      break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_MAPPED:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      write(data, 0);
      break;
    default:
      write(data, 0ull);
  }
}

}  // namespace

HEDDLE_DRIVER CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute,
                                             CUdeviceptr address) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  const auto row = find(address);
  if (!data || !row) return CUDA_ERROR_INVALID_VALUE;
  return attribute_of(*row, address, attribute, data);
}

// "If the pointer is not known ... attributes are null and CUDA_SUCCESS is returned."
HEDDLE_DRIVER CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes,
                                              void** data, CUdeviceptr address) {
  if (const CUresult result = has_context(); result != CUDA_SUCCESS) return result;
  if (!count || !attributes || !data) return CUDA_ERROR_INVALID_VALUE;
  const auto row = find(address);
  for (unsigned i = 0; i < count; ++i) {
    if (attributes[i] < CU_POINTER_ATTRIBUTE_CONTEXT ||
        attributes[i] > CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE || !data[i]) {
      return CUDA_ERROR_INVALID_VALUE;
    }
    const CUresult result =
        row ? attribute_of(*row, address, attributes[i], data[i]) : CUDA_ERROR_INVALID_VALUE;
    if (result == CUDA_ERROR_NOT_SUPPORTED) return result;
    if (result != CUDA_SUCCESS) write_unknown(attributes[i], data[i]);
  }
  return CUDA_SUCCESS;
}

HEDDLE_DRIVER CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t bytes, CUdevice device,
                                          CUstream stream) {
  return in_context([&] { return cudaMemPrefetchAsync(pointer(address), bytes, device, stream); });
}
HEDDLE_DRIVER CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t bytes,
                                             CUmemLocation location, unsigned int flags,
                                             CUstream stream) {
  return in_context([&] {
    return cudaMemPrefetchAsync_v2(pointer(address), bytes, *same<cudaMemLocation>(&location),
                                   flags, stream);
  });
}
HEDDLE_DRIVER CUresult cuMemAdvise(CUdeviceptr address, size_t bytes, CUmem_advise advice,
                                   CUdevice device) {
  return in_context([&] {
    return cudaMemAdvise(pointer(address), bytes, static_cast<cudaMemoryAdvise>(advice), device);
  });
}
HEDDLE_DRIVER CUresult cuMemAdvise_v2(CUdeviceptr address, size_t bytes, CUmem_advise advice,
                                      CUmemLocation location) {
  return in_context([&] {
    return cudaMemAdvise_v2(pointer(address), bytes, static_cast<cudaMemoryAdvise>(advice),
                            *same<cudaMemLocation>(&location));
  });
}
HEDDLE_DRIVER CUresult cuMemRangeGetAttribute(void* data, size_t size,
                                              CUmem_range_attribute attribute, CUdeviceptr address,
                                              size_t bytes) {
  return in_context([&] {
    return cudaMemRangeGetAttribute(data, size, static_cast<cudaMemRangeAttribute>(attribute),
                                    pointer(address), bytes);
  });
}
HEDDLE_DRIVER CUresult cuMemRangeGetAttributes(void** data, size_t* sizes,
                                               CUmem_range_attribute* attributes, size_t count,
                                               CUdeviceptr address, size_t bytes) {
  return in_context([&] {
    return cudaMemRangeGetAttributes(data, sizes, same<cudaMemRangeAttribute>(attributes), count,
                                     pointer(address), bytes);
  });
}

}  // namespace heddle::driver
