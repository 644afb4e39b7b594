// SPDX-License-Identifier: Apache-2.0
// What only a device that is there could tell.
#include <cstdint>

#include "nvml/device.h"

using namespace heddle::nvml;

namespace {

nvmlReturn_t unknown(nvmlDevice_t handle, const void* out) {
  return of_device(handle, out, [](int) { return NVML_ERROR_NOT_SUPPORTED; });
}

}  // namespace

HEDDLE_NVML nvmlDeviceGetUtilizationRates(nvmlDevice_t handle, nvmlUtilization_t* rates) {
  return unknown(handle, rates);
}
HEDDLE_NVML nvmlDeviceGetTemperature(nvmlDevice_t handle, nvmlTemperatureSensors_t sensor,
                                     unsigned* celsius) {
  if (sensor != NVML_TEMPERATURE_GPU) return NVML_ERROR_INVALID_ARGUMENT;
  return unknown(handle, celsius);
}
HEDDLE_NVML nvmlDeviceGetPowerUsage(nvmlDevice_t handle, unsigned* milliwatts) {
  return unknown(handle, milliwatts);
}
HEDDLE_NVML nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t handle, unsigned* milliwatts) {
  return unknown(handle, milliwatts);
}
HEDDLE_NVML nvmlDeviceGetPowerManagementLimit(nvmlDevice_t handle, unsigned* milliwatts) {
  return unknown(handle, milliwatts);
}
HEDDLE_NVML nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t handle,
                                                unsigned long long* millijoules) {
  return unknown(handle, millijoules);
}
HEDDLE_NVML nvmlDeviceGetFanSpeed(nvmlDevice_t handle, unsigned* percent) {
  return unknown(handle, percent);
}
HEDDLE_NVML nvmlDeviceGetClockInfo(nvmlDevice_t handle, nvmlClockType_t, unsigned* mhz) {
  return unknown(handle, mhz);
}
HEDDLE_NVML nvmlDeviceGetPerformanceState(nvmlDevice_t handle, nvmlPstates_t* state) {
  return unknown(handle, state);
}
HEDDLE_NVML nvmlDeviceGetPersistenceMode(nvmlDevice_t handle, nvmlEnableState_t* mode) {
  return unknown(handle, mode);
}
HEDDLE_NVML nvmlDeviceGetSerial(nvmlDevice_t handle, char* serial, unsigned) {
  return unknown(handle, serial);
}
HEDDLE_NVML nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t handle, unsigned* count,
                                                    nvmlProcessInfo_t*) {
  return unknown(handle, count);
}
HEDDLE_NVML nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t handle, unsigned* count,
                                                     nvmlProcessInfo_t*) {
  return unknown(handle, count);
}
HEDDLE_NVML nvmlDeviceGetMPSComputeRunningProcesses_v3(nvmlDevice_t handle, unsigned* count,
                                                       nvmlProcessInfo_t*) {
  return unknown(handle, count);
}
HEDDLE_NVML nvmlDeviceGetTemperatureThreshold(nvmlDevice_t handle, nvmlTemperatureThresholds_t,
                                              unsigned* celsius) {
  return unknown(handle, celsius);
}
HEDDLE_NVML nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t handle, unsigned* least,
                                                         unsigned* most) {
  return unknown(handle, most ? least : nullptr);
}
HEDDLE_NVML nvmlDeviceGetPowerManagementDefaultLimit(nvmlDevice_t handle, unsigned* milliwatts) {
  return unknown(handle, milliwatts);
}
HEDDLE_NVML nvmlDeviceGetEncoderUtilization(nvmlDevice_t handle, unsigned* percent,
                                            unsigned* microseconds) {
  return unknown(handle, microseconds ? percent : nullptr);
}
HEDDLE_NVML nvmlDeviceGetDecoderUtilization(nvmlDevice_t handle, unsigned* percent,
                                            unsigned* microseconds) {
  return unknown(handle, microseconds ? percent : nullptr);
}
HEDDLE_NVML nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t handle,
                                                      unsigned long long* reasons) {
  return unknown(handle, reasons);
}
HEDDLE_NVML nvmlDeviceGetApplicationsClock(nvmlDevice_t handle, nvmlClockType_t, unsigned* mhz) {
  return unknown(handle, mhz);
}
HEDDLE_NVML nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t handle, nvmlBAR1Memory_t* memory) {
  return unknown(handle, memory);
}
HEDDLE_NVML nvmlDeviceGetCurrPcieLinkGeneration(nvmlDevice_t handle, unsigned* value) {
  return unknown(handle, value);
}
HEDDLE_NVML nvmlDeviceGetMaxPcieLinkGeneration(nvmlDevice_t handle, unsigned* value) {
  return unknown(handle, value);
}
HEDDLE_NVML nvmlDeviceGetCurrPcieLinkWidth(nvmlDevice_t handle, unsigned* value) {
  return unknown(handle, value);
}
HEDDLE_NVML nvmlDeviceGetMaxPcieLinkWidth(nvmlDevice_t handle, unsigned* value) {
  return unknown(handle, value);
}
HEDDLE_NVML nvmlDeviceGetPcieThroughput(nvmlDevice_t handle, nvmlPcieUtilCounter_t,
                                        unsigned* kilobytes) {
  return unknown(handle, kilobytes);
}
HEDDLE_NVML nvmlDeviceGetNvLinkState(nvmlDevice_t handle, unsigned, nvmlEnableState_t* state) {
  return unknown(handle, state);
}
HEDDLE_NVML nvmlDeviceGetVbiosVersion(nvmlDevice_t handle, char* version, unsigned) {
  return unknown(handle, version);
}
HEDDLE_NVML nvmlDeviceGetDisplayMode(nvmlDevice_t handle, nvmlEnableState_t* mode) {
  return unknown(handle, mode);
}
HEDDLE_NVML nvmlDeviceGetDisplayActive(nvmlDevice_t handle, nvmlEnableState_t* active) {
  return unknown(handle, active);
}
