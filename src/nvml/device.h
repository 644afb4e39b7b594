// SPDX-License-Identifier: Apache-2.0
// Handles of devices, and the calls that nvmlInit() must come before.
#pragma once

#include <cstdint>
#include <string>

#include "cuda_runtime_api.h"
#include "nvml.h"

#define HEDDLE_NVML extern "C" __attribute__((visibility("default"))) nvmlReturn_t

namespace heddle::nvml {

bool is_initialized();

// A handle is the device's number and 1.
inline nvmlDevice_t handle_of(int device) {
  return reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(device) + 1);
}
nvmlReturn_t find(nvmlDevice_t handle, int* device);
nvmlReturn_t status_of(cudaError_t error);
std::string uuid_of(const cudaDeviceProp& properties);
nvmlReturn_t copy(const std::string& text, char* out, unsigned length);

// body(device) of a handle that is one; `out` is what the call writes.
template <class Body>
nvmlReturn_t of_device(nvmlDevice_t handle, const void* out, Body body) {
  int device = 0;
  if (const nvmlReturn_t error = find(handle, &device)) return error;
  return out ? body(device) : NVML_ERROR_INVALID_ARGUMENT;
}
template <class Body>
nvmlReturn_t with_properties(nvmlDevice_t handle, const void* out, Body body) {
  return of_device(handle, out, [&](int device) {
    cudaDeviceProp properties;
    const nvmlReturn_t error = status_of(cudaGetDeviceProperties(&properties, device));
    return error != NVML_SUCCESS ? error : body(properties);
  });
}

}  // namespace heddle::nvml
