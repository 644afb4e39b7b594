// SPDX-License-Identifier: Apache-2.0
// Device Management.
#include <algorithm>
#include <cstring>

#include "driver/driver.h"
#include "gpu/cluster.h"
#include "process/device_state.h"

namespace heddle::driver {
namespace {

// What the runtime API has no attribute for: what Heddle does not have, and these.
int driver_attribute(CUdevice_attribute attribute, bool* known) {
  *known = true;
  switch (static_cast<int>(attribute)) {
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
      return 1;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH:
    case CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
      return 0;
    default:
      *known = false;
      return 0;
  }
}

cudaError_t properties(CUdevice device, cudaDeviceProp* out) {
  return cudaGetDeviceProperties(out, device);
}

// For calls that name a device.
template <class Call>
CUresult of_device(CUdevice device, Call call) {
  return without_context(
      [&] { return process::is_device(device) ? call() : cudaErrorInvalidDevice; });
}

}  // namespace

HEDDLE_DRIVER CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return of_device(ordinal, [&] {
    if (!device) return cudaErrorInvalidValue;
    *device = ordinal;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuDeviceGetCount(int* count) {
  return without_context([&] { return cudaGetDeviceCount(count); });
}

HEDDLE_DRIVER CUresult cuDeviceGetName(char* name, int size, CUdevice device) {
  return of_device(device, [&] {
    if (!name || size < 1) return cudaErrorInvalidValue;
    cudaDeviceProp of;
    if (const auto error = properties(device, &of); error != cudaSuccess) return error;
    const auto most = std::min(static_cast<std::size_t>(size) - 1, std::strlen(of.name));
    std::memcpy(name, of.name, most);
    name[most] = '\0';
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return of_device(device, [&] {
    if (!uuid) return cudaErrorInvalidValue;
    cudaDeviceProp of;
    if (const auto error = properties(device, &of); error != cudaSuccess) return error;
    *uuid = of.uuid;
    return cudaSuccess;
  });
}
HEDDLE_DRIVER CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) {
  return cuDeviceGetUuid(uuid, device);
}

// Of Windows only.
HEDDLE_DRIVER CUresult cuDeviceGetLuid(char* luid, unsigned int* mask, CUdevice device) {
  return of_device(device, [] { return cudaErrorNotSupported; });
}

HEDDLE_DRIVER CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  return of_device(device, [&] {
    if (!bytes) return cudaErrorInvalidValue;
    cudaDeviceProp of;
    if (const auto error = properties(device, &of); error != cudaSuccess) return error;
    *bytes = of.totalGlobalMem;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute,
                                            CUdevice device) {
  return of_device(device, [&] {
    if (!value) return cudaErrorInvalidValue;
    if (attribute == CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED) {
      *value = gpu::has_clusters(process::device_state(device).model) ? 1 : 0;
      return cudaSuccess;
    }
    bool known = false;
    const int answer = driver_attribute(attribute, &known);
    if (!known)
      return cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device);
    *value = answer;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return of_device(device, [&] {
    if (!major || !minor) return cudaErrorInvalidValue;
    const gpu::Model& model = process::device_state(device).model;
    *major = model.arch() / 10;
    *minor = model.arch() % 10;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuDeviceGetProperties(CUdevprop* out, CUdevice device) {
  return of_device(device, [&] {
    if (!out) return cudaErrorInvalidValue;
    cudaDeviceProp of;
    if (const auto error = properties(device, &of); error != cudaSuccess) return error;
    out->maxThreadsPerBlock = of.maxThreadsPerBlock;
    std::copy_n(of.maxThreadsDim, 3, out->maxThreadsDim);
    std::copy_n(of.maxGridSize, 3, out->maxGridSize);
    out->sharedMemPerBlock = static_cast<int>(of.sharedMemPerBlock);
    out->totalConstantMemory = static_cast<int>(of.totalConstMem);
    out->SIMDWidth = of.warpSize;
    out->memPitch = static_cast<int>(of.memPitch);
    out->regsPerBlock = of.regsPerBlock;
    out->clockRate = of.clockRate;
    out->textureAlign = static_cast<int>(of.textureAlignment);
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuDeviceGetExecAffinitySupport(int* supported, CUexecAffinityType type,
                                                      CUdevice device) {
  return of_device(device, [&] {
    if (!supported || type != CU_EXEC_AFFINITY_TYPE_SM_COUNT) return cudaErrorInvalidValue;
    *supported = 0;
    return cudaSuccess;
  });
}

HEDDLE_DRIVER CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* id) {
  return without_context([&] { return cudaDeviceGetByPCIBusId(device, id); });
}
HEDDLE_DRIVER CUresult cuDeviceGetPCIBusId(char* id, int size, CUdevice device) {
  return without_context([&] { return cudaDeviceGetPCIBusId(id, size, device); });
}

HEDDLE_DRIVER CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return without_context([&] { return cudaDeviceCanAccessPeer(can, device, peer); });
}
HEDDLE_DRIVER CUresult cuDeviceGetP2PAttribute(int* value, CUdevice_P2PAttribute attribute,
                                               CUdevice from, CUdevice to) {
  return without_context([&] {
    return cudaDeviceGetP2PAttribute(value, static_cast<cudaDeviceP2PAttr>(attribute), from, to);
  });
}

}  // namespace heddle::driver
