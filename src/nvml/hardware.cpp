// SPDX-License-Identifier: Apache-2.0
// What the model of a device says of its chip, and what lies between two devices.
#include <sched.h>

#include <climits>
#include <cstring>

#include "nvml/device.h"

namespace heddle::nvml {
namespace {

// FP32 lanes of a multiprocessor, from the tables of compute capabilities in the CUDA C++
// Programming Guide.
unsigned cores_of(int major, int minor) {
  switch (major) {
    case 3:
      return 192;
    case 6:
      return minor == 0 ? 64 : 128;
    case 7:
      return 64;
    case 8:
      return minor == 0 ? 64 : 128;
    default:
      return 128;
  }
}

nvmlReturn_t attribute(nvmlDevice_t handle, cudaDeviceAttr name, const void* out, int* value) {
  return of_device(handle, out, [&](int device) {
    return status_of(cudaDeviceGetAttribute(value, name, device));
  });
}

template <class Body>
nvmlReturn_t of_devices(nvmlDevice_t one, nvmlDevice_t other, const void* out, Body body) {
  int second = 0;
  if (const nvmlReturn_t error = find(other, &second)) return error;
  return of_device(one, out, [&](int first) { return body(first, second); });
}

}  // namespace
}  // namespace heddle::nvml

using namespace heddle::nvml;

HEDDLE_NVML nvmlDeviceGetNumGpuCores(nvmlDevice_t handle, unsigned* cores) {
  return with_properties(handle, cores, [&](const cudaDeviceProp& properties) {
    *cores = static_cast<unsigned>(properties.multiProcessorCount) *
             cores_of(properties.major, properties.minor);
    return NVML_SUCCESS;
  });
}

HEDDLE_NVML nvmlDeviceGetMemoryBusWidth(nvmlDevice_t handle, unsigned* bits) {
  int value = 0;
  const nvmlReturn_t result = attribute(handle, cudaDevAttrGlobalMemoryBusWidth, bits, &value);
  if (result == NVML_SUCCESS) *bits = static_cast<unsigned>(value);
  return result;
}

// It cannot be changed: what is pending is what there is.
HEDDLE_NVML nvmlDeviceGetEccMode(nvmlDevice_t handle, nvmlEnableState_t* current,
                                 nvmlEnableState_t* pending) {
  int value = 0;
  const nvmlReturn_t result =
      attribute(handle, cudaDevAttrEccEnabled, pending ? current : nullptr, &value);
  if (result == NVML_SUCCESS)
    *current = *pending = value ? NVML_FEATURE_ENABLED : NVML_FEATURE_DISABLED;
  return result;
}

// From the A100 on; no device is split.
HEDDLE_NVML nvmlDeviceGetMigMode(nvmlDevice_t handle, unsigned* current, unsigned* pending) {
  return with_properties(handle, pending ? current : nullptr,
                         [&](const cudaDeviceProp& properties) {
                           const bool can = (properties.major == 8 && properties.minor == 0) ||
                                            properties.major == 9 || properties.major == 10;
                           if (!can) return NVML_ERROR_NOT_SUPPORTED;
                           *current = *pending = NVML_DEVICE_MIG_DISABLE;
                           return NVML_SUCCESS;
                         });
}

HEDDLE_NVML nvmlDeviceGetMultiGpuBoard(nvmlDevice_t handle, unsigned* several) {
  int value = 0;
  const nvmlReturn_t result = attribute(handle, cudaDevAttrIsMultiGpuBoard, several, &value);
  if (result == NVML_SUCCESS) *several = static_cast<unsigned>(value);
  return result;
}
HEDDLE_NVML nvmlDeviceOnSameBoard(nvmlDevice_t one, nvmlDevice_t other, int* same) {
  return of_devices(one, other, same, [&](int first, int second) {
    *same = first == second ? 1 : 0;
    return NVML_SUCCESS;
  });
}

// As cudaDeviceCanAccessPeer(); there is no NVLink.
HEDDLE_NVML nvmlDeviceGetP2PStatus(nvmlDevice_t one, nvmlDevice_t other,
                                   nvmlGpuP2PCapsIndex_t index, nvmlGpuP2PStatus_t* status) {
  return of_devices(one, other, status, [&](int first, int second) {
    if (index < NVML_P2P_CAPS_INDEX_READ || index > NVML_P2P_CAPS_INDEX_PCI || first == second)
      return NVML_ERROR_INVALID_ARGUMENT;
    int can = 0;
    const nvmlReturn_t result = status_of(
        index == NVML_P2P_CAPS_INDEX_ATOMICS
            ? cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrNativeAtomicSupported, first, second)
            : cudaDeviceCanAccessPeer(&can, first, second));
    if (index == NVML_P2P_CAPS_INDEX_NVLINK) can = 0;
    *status = can ? NVML_P2P_STATUS_OK : NVML_P2P_STATUS_NOT_SUPPORTED;
    return result;
  });
}

// Every device is these CPUs.
HEDDLE_NVML nvmlDeviceGetCpuAffinity(nvmlDevice_t handle, unsigned words, unsigned long* cpus) {
  return of_device(handle, words ? cpus : nullptr, [&](int) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return NVML_ERROR_UNKNOWN;
    std::memset(cpus, 0, words * sizeof *cpus);
    constexpr unsigned kBits = sizeof(unsigned long) * CHAR_BIT;
    for (unsigned cpu = 0; cpu < CPU_SETSIZE && cpu / kBits < words; ++cpu)
      if (CPU_ISSET(cpu, &set)) cpus[cpu / kBits] |= 1UL << cpu % kBits;
    return NVML_SUCCESS;
  });
}
