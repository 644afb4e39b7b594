// SPDX-License-Identifier: Apache-2.0
// What NVML says of two devices, beside what CUDA says of them; what nobody knows; wrong arguments.
#include <cuda_runtime.h>
#include <nvml.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../libraries/checks.h"

namespace {

void facts(unsigned index, const char* name, int major, int minor, unsigned arch) {
  nvmlDevice_t device, same;
  CHECK(nvmlDeviceGetHandleByIndex(index, &device) == NVML_SUCCESS);
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, static_cast<int>(index)) == cudaSuccess);
  char text[NVML_DEVICE_NAME_V2_BUFFER_SIZE];
  CHECK(nvmlDeviceGetName(device, text, sizeof(text)) == NVML_SUCCESS);
  CHECK(std::strcmp(text, properties.name) == 0 && std::strstr(text, name));
  CHECK(nvmlDeviceGetName(device, text, 3) == NVML_ERROR_INSUFFICIENT_SIZE);
  unsigned number = 9;
  CHECK(nvmlDeviceGetIndex(device, &number) == NVML_SUCCESS && number == index);
  CHECK(nvmlDeviceGetMinorNumber(device, &number) == NVML_SUCCESS && number == index);
  CHECK(nvmlDeviceGetUUID(device, text, sizeof(text)) == NVML_SUCCESS);
  CHECK(std::strncmp(text, "GPU-", 4) == 0 && std::strlen(text) == 40);
  CHECK(nvmlDeviceGetHandleByUUID(text, &same) == NVML_SUCCESS && same == device);
  nvmlPciInfo_t pci;
  CHECK(nvmlDeviceGetPciInfo(device, &pci) == NVML_SUCCESS);
  char bus[32];
  CHECK(cudaDeviceGetPCIBusId(bus, sizeof(bus), static_cast<int>(index)) == cudaSuccess);
  CHECK(std::strcmp(bus, pci.busIdLegacy) == 0 && std::strcmp(bus, pci.busId + 4) == 0);
  CHECK(nvmlDeviceGetHandleByPciBusId(pci.busId, &same) == NVML_SUCCESS && same == device);
  CHECK(nvmlDeviceGetHandleByPciBusId(bus, &same) == NVML_SUCCESS && same == device);
  int got_major = 0, got_minor = 0;
  CHECK(nvmlDeviceGetCudaComputeCapability(device, &got_major, &got_minor) == NVML_SUCCESS);
  CHECK(got_major == major && got_minor == minor);
  CHECK(nvmlDeviceGetArchitecture(device, &number) == NVML_SUCCESS && number == arch);
  nvmlComputeMode_t mode;
  CHECK(nvmlDeviceGetComputeMode(device, &mode) == NVML_SUCCESS &&
        mode == NVML_COMPUTEMODE_DEFAULT);
  CHECK(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_SM, &number) == NVML_SUCCESS);
  CHECK(number > 500 && number < 5000);
  CHECK(nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_VIDEO, &number) == NVML_ERROR_NOT_SUPPORTED);
}

void memory() {
  nvmlDevice_t device;
  CHECK(nvmlDeviceGetHandleByIndex(1, &device) == NVML_SUCCESS);
  nvmlMemory_t before, after;
  CHECK(nvmlDeviceGetMemoryInfo(device, &before) == NVML_SUCCESS);
  CHECK(cudaSetDevice(1) == cudaSuccess);
  void* block = nullptr;
  CHECK(cudaMalloc(&block, 64 << 20) == cudaSuccess);
  CHECK(cudaSetDevice(0) == cudaSuccess);
  CHECK(nvmlDeviceGetMemoryInfo(device, &after) == NVML_SUCCESS);
  CHECK(after.total == before.total && after.used >= before.used + (64 << 20));
  CHECK(after.free + after.used == after.total);
  int current = 9;
  CHECK(cudaGetDevice(&current) == cudaSuccess && current == 0);
  nvmlMemory_v2_t second = {};
  CHECK(nvmlDeviceGetMemoryInfo_v2(device, &second) == NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
  second.version = nvmlMemory_v2;
  CHECK(nvmlDeviceGetMemoryInfo_v2(device, &second) == NVML_SUCCESS && second.used == after.used);
}

void unknown() {
  nvmlDevice_t device;
  CHECK(nvmlDeviceGetHandleByIndex(0, &device) == NVML_SUCCESS);
  unsigned number = 77;
  nvmlUtilization_t rates;
  CHECK(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &number) ==
        NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetPowerUsage(device, &number) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetFanSpeed(device, &number) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetUtilizationRates(device, &rates) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(number == 77);
  CHECK(nvmlDeviceGetPowerUsage(device, nullptr) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetPowerUsage(nullptr, &number) == NVML_ERROR_INVALID_ARGUMENT);
}

}  // namespace

int main() {
  unsigned count = 0;
  CHECK(nvmlDeviceGetCount(&count) == NVML_ERROR_UNINITIALIZED);
  CHECK(nvmlShutdown() == NVML_ERROR_UNINITIALIZED);
  CHECK(nvmlInitWithFlags(64) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlInit() == NVML_SUCCESS && nvmlInit() == NVML_SUCCESS);
  CHECK(nvmlShutdown() == NVML_SUCCESS);
  CHECK(nvmlDeviceGetCount(&count) == NVML_SUCCESS && count == 2);
  facts(0, "H200", 9, 0, NVML_DEVICE_ARCH_HOPPER);
  facts(1, "GTX 1650", 7, 5, NVML_DEVICE_ARCH_TURING);
  memory();
  unknown();
  nvmlDevice_t device;
  CHECK(nvmlDeviceGetHandleByIndex(2, &device) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetHandleByUUID("GPU-0", &device) == NVML_ERROR_NOT_FOUND);
  char version[80];
  int driver = 0, cuda = 0;
  CHECK(nvmlSystemGetDriverVersion(version, sizeof(version)) == NVML_SUCCESS && version[0]);
  CHECK(nvmlSystemGetNVMLVersion(version, sizeof(version)) == NVML_SUCCESS);
  CHECK(std::strncmp(version, "12.", 3) == 0);
  CHECK(nvmlSystemGetCudaDriverVersion(&cuda) == NVML_SUCCESS);
  CHECK(cudaDriverGetVersion(&driver) == cudaSuccess && cuda == driver);
  CHECK(std::strcmp(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED), "Not Supported") == 0);
  CHECK(nvmlShutdown() == NVML_SUCCESS);
  CHECK(nvmlDeviceGetCount(&count) == NVML_ERROR_UNINITIALIZED);
  std::printf("OK\n");
}
