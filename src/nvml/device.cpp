// SPDX-License-Identifier: Apache-2.0
#include "nvml/device.h"

#include <strings.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace heddle::nvml {

nvmlReturn_t find(nvmlDevice_t handle, int* device) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  int count = 0;
  if (const nvmlReturn_t error = status_of(cudaGetDeviceCount(&count))) return error;
  const auto number = reinterpret_cast<std::uintptr_t>(handle);
  if (number < 1 || number > static_cast<std::uintptr_t>(count)) return NVML_ERROR_INVALID_ARGUMENT;
  *device = static_cast<int>(number - 1);
  return NVML_SUCCESS;
}

nvmlReturn_t status_of(cudaError_t error) {
  return error == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}

std::string uuid_of(const cudaDeviceProp& properties) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    const auto byte = static_cast<unsigned char>(properties.uuid.bytes[i]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

nvmlReturn_t copy(const std::string& text, char* out, unsigned length) {
  if (length <= text.size()) return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return NVML_SUCCESS;
}

namespace {

// The first device that is_it(properties).
template <class IsIt>
nvmlReturn_t search(nvmlDevice_t* out, IsIt is_it) {
  int count = 0;
  if (const nvmlReturn_t error = status_of(cudaGetDeviceCount(&count))) return error;
  for (int device = 0; device < count; ++device) {
    if (!is_it(device)) continue;
    *out = handle_of(device);
    return NVML_SUCCESS;
  }
  return NVML_ERROR_NOT_FOUND;
}

}  // namespace
}  // namespace heddle::nvml

using namespace heddle::nvml;

HEDDLE_NVML nvmlDeviceGetCount_v2(unsigned* count) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (!count) return NVML_ERROR_INVALID_ARGUMENT;
  int there = 0;
  if (const nvmlReturn_t error = status_of(cudaGetDeviceCount(&there))) return error;
  *count = static_cast<unsigned>(there);
  return NVML_SUCCESS;
}

HEDDLE_NVML nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t* out) {
  int device = 0;
  const nvmlDevice_t handle = handle_of(static_cast<int>(index));
  if (const nvmlReturn_t error = find(handle, &device)) return error;
  if (!out) return NVML_ERROR_INVALID_ARGUMENT;
  *out = handle;
  return NVML_SUCCESS;
}

HEDDLE_NVML nvmlDeviceGetHandleByUUID(const char* uuid, nvmlDevice_t* out) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (!uuid || !out) return NVML_ERROR_INVALID_ARGUMENT;
  return search(out, [&](int device) {
    cudaDeviceProp properties;
    return cudaGetDeviceProperties(&properties, device) == cudaSuccess &&
           strcasecmp(uuid_of(properties).c_str(), uuid) == 0;
  });
}

// "00000000:01:00.0" as NVML, "0000:01:00.0" as CUDA has it.
HEDDLE_NVML nvmlDeviceGetHandleByPciBusId_v2(const char* bus, nvmlDevice_t* out) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (!bus || !out) return NVML_ERROR_INVALID_ARGUMENT;
  // domain:bus:device.function
  unsigned parts[4];
  if (std::sscanf(bus, "%x:%x:%x.%x", &parts[0], &parts[1], &parts[2], &parts[3]) != 4)
    return NVML_ERROR_INVALID_ARGUMENT;
  const std::string wanted = std::strlen(bus) == 16 ? bus + 4 : bus;
  return search(out, [&](int device) {
    char own[32] = {};
    return cudaDeviceGetPCIBusId(own, sizeof(own), device) == cudaSuccess &&
           strcasecmp(own, wanted.c_str()) == 0;
  });
}
