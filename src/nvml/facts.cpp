// SPDX-License-Identifier: Apache-2.0
// What is known of a device.
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "nvml/device.h"

namespace heddle::nvml {
namespace {

// Of the process that asks: others have devices of their own.
nvmlReturn_t memory_of(int device, unsigned long long* total, unsigned long long* free) {
  int before = 0;
  if (const nvmlReturn_t error = status_of(cudaGetDevice(&before))) return error;
  std::size_t bytes_free = 0, bytes = 0;
  nvmlReturn_t result = status_of(cudaSetDevice(device));
  if (result == NVML_SUCCESS) result = status_of(cudaMemGetInfo(&bytes_free, &bytes));
  cudaSetDevice(before);
  *total = bytes;
  *free = bytes_free;
  return result;
}

nvmlDeviceArchitecture_t architecture_of(int major, int minor) {
  switch (major) {
    case 3:
      return NVML_DEVICE_ARCH_KEPLER;
    case 5:
      return NVML_DEVICE_ARCH_MAXWELL;
    case 6:
      return NVML_DEVICE_ARCH_PASCAL;
    case 7:
      return minor == 5 ? NVML_DEVICE_ARCH_TURING : NVML_DEVICE_ARCH_VOLTA;
    case 8:
      return minor == 9 ? NVML_DEVICE_ARCH_ADA : NVML_DEVICE_ARCH_AMPERE;
    case 9:
      return NVML_DEVICE_ARCH_HOPPER;
    case 10:
    case 12:
      return NVML_DEVICE_ARCH_BLACKWELL;
    default:
      return NVML_DEVICE_ARCH_UNKNOWN;
  }
}

}  // namespace
}  // namespace heddle::nvml

using namespace heddle::nvml;

HEDDLE_NVML nvmlDeviceGetIndex(nvmlDevice_t handle, unsigned* index) {
  return of_device(handle, index, [&](int device) {
    *index = static_cast<unsigned>(device);
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetMinorNumber(nvmlDevice_t handle, unsigned* number) {
  return nvmlDeviceGetIndex(handle, number);
}

HEDDLE_NVML nvmlDeviceGetName(nvmlDevice_t handle, char* name, unsigned length) {
  return with_properties(handle, name, [&](const cudaDeviceProp& properties) {
    return copy(properties.name, name, length);
  });
}
HEDDLE_NVML nvmlDeviceGetUUID(nvmlDevice_t handle, char* uuid, unsigned length) {
  return with_properties(handle, uuid, [&](const cudaDeviceProp& properties) {
    return copy(uuid_of(properties), uuid, length);
  });
}

// The numbers of the card in the list of PCI are not known: 0 is no card's.
HEDDLE_NVML nvmlDeviceGetPciInfo_v3(nvmlDevice_t handle, nvmlPciInfo_t* info) {
  return with_properties(handle, info, [&](const cudaDeviceProp& properties) {
    std::memset(info, 0, sizeof(*info));
    info->domain = static_cast<unsigned>(properties.pciDomainID);
    info->bus = static_cast<unsigned>(properties.pciBusID);
    info->device = static_cast<unsigned>(properties.pciDeviceID);
    std::snprintf(info->busIdLegacy, sizeof(info->busIdLegacy), "%04X:%02X:%02X.0",
                  info->domain & 0xffff, info->bus & 0xff, info->device & 0xff);
    std::snprintf(info->busId, sizeof(info->busId), "%08X:%02X:%02X.0", info->domain,
                  info->bus & 0xff, info->device & 0xff);
    return NVML_SUCCESS;
  });
}

HEDDLE_NVML nvmlDeviceGetMemoryInfo(nvmlDevice_t handle, nvmlMemory_t* memory) {
  return of_device(handle, memory, [&](int device) {
    const nvmlReturn_t result = memory_of(device, &memory->total, &memory->free);
    memory->used = memory->total - memory->free;
    return result;
  });
}
HEDDLE_NVML nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t handle, nvmlMemory_v2_t* memory) {
  return of_device(handle, memory, [&](int device) {
    if (memory->version != nvmlMemory_v2) return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
    const nvmlReturn_t result = memory_of(device, &memory->total, &memory->free);
    memory->reserved = 0;  // nothing is held for a driver
    memory->used = memory->total - memory->free;
    return result;
  });
}

HEDDLE_NVML nvmlDeviceGetCudaComputeCapability(nvmlDevice_t handle, int* major, int* minor) {
  return with_properties(handle, minor ? major : nullptr, [&](const cudaDeviceProp& properties) {
    *major = properties.major;
    *minor = properties.minor;
    return NVML_SUCCESS;
  });
}
HEDDLE_NVML nvmlDeviceGetArchitecture(nvmlDevice_t handle, nvmlDeviceArchitecture_t* arch) {
  return with_properties(handle, arch, [&](const cudaDeviceProp& properties) {
    *arch = architecture_of(properties.major, properties.minor);
    return NVML_SUCCESS;
  });
}

HEDDLE_NVML nvmlDeviceGetComputeMode(nvmlDevice_t handle, nvmlComputeMode_t* mode) {
  return of_device(handle, mode, [&](int device) {
    int value = 0;
    const nvmlReturn_t result =
        status_of(cudaDeviceGetAttribute(&value, cudaDevAttrComputeMode, device));
    *mode = static_cast<nvmlComputeMode_t>(value);
    return result;
  });
}

// Of video engines nothing is known.
HEDDLE_NVML nvmlDeviceGetMaxClockInfo(nvmlDevice_t handle, nvmlClockType_t type, unsigned* mhz) {
  return of_device(handle, mhz, [&](int device) {
    if (type == NVML_CLOCK_VIDEO) return NVML_ERROR_NOT_SUPPORTED;
    if (type < NVML_CLOCK_GRAPHICS || type > NVML_CLOCK_VIDEO) return NVML_ERROR_INVALID_ARGUMENT;
    int khz = 0;
    const nvmlReturn_t result = status_of(cudaDeviceGetAttribute(
        &khz, type == NVML_CLOCK_MEM ? cudaDevAttrMemoryClockRate : cudaDevAttrClockRate, device));
    if (result == NVML_SUCCESS && khz == 0) return NVML_ERROR_NOT_SUPPORTED;
    *mhz = static_cast<unsigned>(khz / 1000);
    return result;
  });
}
