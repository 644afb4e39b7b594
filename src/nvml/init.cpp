// SPDX-License-Identifier: Apache-2.0
// What must come first and last, and what NVML says of itself.
#include <atomic>
#include <cstdint>
#include <fstream>
#include <string>

#include "nvml/device.h"

namespace heddle::nvml {
namespace {

std::atomic<int> users{0};

}  // namespace

bool is_initialized() {
  return users.load() > 0;
}

}  // namespace heddle::nvml

using namespace heddle::nvml;

// Flags that nobody knows are taken, as a driver takes them.
HEDDLE_NVML nvmlInitWithFlags(unsigned) {
  users.fetch_add(1);
  return NVML_SUCCESS;
}
HEDDLE_NVML nvmlInit_v2() {
  return nvmlInitWithFlags(0);
}

// The first forms of these names, without what the newest ones add.
#undef nvmlInit
#undef nvmlDeviceGetCount
#undef nvmlDeviceGetHandleByIndex
#undef nvmlDeviceGetHandleByPciBusId
HEDDLE_NVML nvmlInit() {
  return nvmlInit_v2();
}
HEDDLE_NVML nvmlDeviceGetCount(unsigned* count) {
  return nvmlDeviceGetCount_v2(count);
}
HEDDLE_NVML nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t* device) {
  return nvmlDeviceGetHandleByIndex_v2(index, device);
}
HEDDLE_NVML nvmlDeviceGetHandleByPciBusId(const char* bus, nvmlDevice_t* device) {
  return nvmlDeviceGetHandleByPciBusId_v2(bus, device);
}

HEDDLE_NVML nvmlShutdown() {
  int before = users.load();
  do {
    if (before == 0) return NVML_ERROR_UNINITIALIZED;
  } while (!users.compare_exchange_weak(before, before - 1));
  return NVML_SUCCESS;
}

// Heddle's.
HEDDLE_NVML nvmlSystemGetDriverVersion(char* version, unsigned length) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  return version ? copy(HEDDLE_VERSION, version, length) : NVML_ERROR_INVALID_ARGUMENT;
}
HEDDLE_NVML nvmlSystemGetNVMLVersion(char* version, unsigned length) {
  if (!version) return NVML_ERROR_INVALID_ARGUMENT;
  return copy(NVML_API_VERSION_STR "." HEDDLE_VERSION, version, length);
}
HEDDLE_NVML nvmlSystemGetCudaDriverVersion(int* version) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  return version ? status_of(cudaDriverGetVersion(version)) : NVML_ERROR_INVALID_ARGUMENT;
}
HEDDLE_NVML nvmlSystemGetCudaDriverVersion_v2(int* version) {
  return nvmlSystemGetCudaDriverVersion(version);
}

HEDDLE_NVML nvmlSystemGetProcessName(unsigned pid, char* name, unsigned length) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (!name || length == 0) return NVML_ERROR_INVALID_ARGUMENT;
  std::ifstream words("/proc/" + std::to_string(pid) + "/cmdline");
  std::string word;
  if (!words || !std::getline(words, word, '\0')) return NVML_ERROR_NOT_FOUND;
  return copy(word, name, length);
}
// Chassis of S-class systems.
HEDDLE_NVML nvmlUnitGetCount(unsigned* count) {
  if (!is_initialized()) return NVML_ERROR_UNINITIALIZED;
  if (!count) return NVML_ERROR_INVALID_ARGUMENT;
  *count = 0;
  return NVML_SUCCESS;
}

extern "C" __attribute__((visibility("default"))) const char* nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
    case NVML_SUCCESS:
      return "Success";
    case NVML_ERROR_UNINITIALIZED:
      return "Uninitialized";
    case NVML_ERROR_INVALID_ARGUMENT:
      return "Invalid Argument";
    case NVML_ERROR_NOT_SUPPORTED:
      return "Not Supported";
    case NVML_ERROR_NO_PERMISSION:
      return "Insufficient Permissions";
    case NVML_ERROR_ALREADY_INITIALIZED:
      return "Already Initialized";
    case NVML_ERROR_NOT_FOUND:
      return "Not Found";
    case NVML_ERROR_INSUFFICIENT_SIZE:
      return "Insufficient Size";
    case NVML_ERROR_INSUFFICIENT_POWER:
      return "Insufficient External Power";
    case NVML_ERROR_DRIVER_NOT_LOADED:
      return "Driver Not Loaded";
    case NVML_ERROR_TIMEOUT:
      return "Timeout";
    case NVML_ERROR_IRQ_ISSUE:
      return "Interrupt Request Issue";
    case NVML_ERROR_LIBRARY_NOT_FOUND:
      return "NVML Shared Library Not Found";
    case NVML_ERROR_FUNCTION_NOT_FOUND:
      return "Function Not Found";
    case NVML_ERROR_CORRUPTED_INFOROM:
      return "Corrupted infoROM";
    case NVML_ERROR_GPU_IS_LOST:
      return "GPU is lost";
    case NVML_ERROR_RESET_REQUIRED:
      return "GPU requires reset";
    case NVML_ERROR_OPERATING_SYSTEM:
      return "GPU access blocked by the operating system";
    case NVML_ERROR_LIB_RM_VERSION_MISMATCH:
      return "Driver/library version mismatch";
    case NVML_ERROR_IN_USE:
      return "In use by another client";
    case NVML_ERROR_NO_DATA:
      return "No data";
    case NVML_ERROR_VGPU_ECC_NOT_SUPPORTED:
      return "vGPU ECC not supported";
    case NVML_ERROR_INSUFFICIENT_RESOURCES:
      return "Insufficient Resources";
    case NVML_ERROR_FREQ_NOT_SUPPORTED:
      return "Invalid Frequency";
    case NVML_ERROR_DEPRECATED:
      return "Requested functionality has been deprecated";
    case NVML_ERROR_NOT_READY:
      return "System is not in ready state";
    case NVML_ERROR_GPU_NOT_FOUND:
      return "No supported GPUs were found";
    case NVML_ERROR_INVALID_STATE:
      return "Resource not in correct state to perform requested operation";
    case NVML_ERROR_RESET_TYPE_NOT_SUPPORTED:
      return "Reset type is not supported for given device";
    case NVML_ERROR_MEMORY:
      return "Insufficient Memory";
    case NVML_ERROR_ARGUMENT_VERSION_MISMATCH:
      return "Argument version mismatch";
    default:
      return "Unknown Error";
  }
}
