// SPDX-License-Identifier: Apache-2.0
// What NVML says of two devices, beside what CUDA says of them; what nobody knows; wrong arguments.
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <nvml.h>
#include <sched.h>
#include <unistd.h>

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

// What the models say; between two devices.
void hardware() {
  nvmlDevice_t h200, gtx;
  CHECK(nvmlDeviceGetHandleByIndex(0, &h200) == NVML_SUCCESS);
  CHECK(nvmlDeviceGetHandleByIndex(1, &gtx) == NVML_SUCCESS);
  unsigned number = 0, pending = 9;
  CHECK(nvmlDeviceGetNumGpuCores(h200, &number) == NVML_SUCCESS && number == 132 * 128);
  CHECK(nvmlDeviceGetNumGpuCores(gtx, &number) == NVML_SUCCESS && number == 14 * 64);
  int width = 0;
  CHECK(cudaDeviceGetAttribute(&width, cudaDevAttrGlobalMemoryBusWidth, 1) == cudaSuccess);
  CHECK(nvmlDeviceGetMemoryBusWidth(gtx, &number) == NVML_SUCCESS && int(number) == width);
  CHECK(nvmlDeviceGetMemoryBusWidth(h200, &number) == NVML_SUCCESS && int(number) != width);
  nvmlEnableState_t now, then;
  CHECK(nvmlDeviceGetEccMode(h200, &now, &then) == NVML_SUCCESS && now == NVML_FEATURE_ENABLED);
  CHECK(nvmlDeviceGetEccMode(gtx, &now, &then) == NVML_SUCCESS && then == NVML_FEATURE_DISABLED);
  CHECK(nvmlDeviceGetMigMode(h200, &number, &pending) == NVML_SUCCESS && number + pending == 0);
  CHECK(nvmlDeviceGetMigMode(gtx, &number, &pending) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetMultiGpuBoard(h200, &number) == NVML_SUCCESS && number == 0);
  int same = 9, can = 9;
  CHECK(nvmlDeviceOnSameBoard(h200, gtx, &same) == NVML_SUCCESS && same == 0);
  CHECK(nvmlDeviceOnSameBoard(gtx, gtx, &same) == NVML_SUCCESS && same == 1);
  nvmlGpuP2PStatus_t status;
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess);
  CHECK(nvmlDeviceGetP2PStatus(h200, gtx, NVML_P2P_CAPS_INDEX_READ, &status) == NVML_SUCCESS);
  CHECK((status == NVML_P2P_STATUS_OK) == (can == 1));
  CHECK(nvmlDeviceGetP2PStatus(h200, gtx, NVML_P2P_CAPS_INDEX_NVLINK, &status) == NVML_SUCCESS);
  CHECK(status == NVML_P2P_STATUS_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetP2PStatus(h200, gtx, NVML_P2P_CAPS_INDEX_UNKNOWN, &status) ==
        NVML_ERROR_INVALID_ARGUMENT);
  unsigned long cpus[16] = {}, fewer[1] = {};
  CHECK(nvmlDeviceGetCpuAffinity(h200, 16, cpus) == NVML_SUCCESS);
  CHECK(cpus[sched_getcpu() / 64] >> sched_getcpu() % 64 & 1 || sched_getcpu() >= 1024);
  CHECK(nvmlDeviceGetCpuAffinity(h200, 1, fewer) == NVML_SUCCESS && fewer[0] == cpus[0]);
  CHECK(nvmlDeviceGetCpuAffinity(h200, 0, cpus) == NVML_ERROR_INVALID_ARGUMENT);
  char name[64];
  CHECK(nvmlSystemGetProcessName(unsigned(getpid()), name, 64) == NVML_SUCCESS);
  CHECK(std::strcmp(name, "./program") == 0);
  CHECK(nvmlSystemGetProcessName(unsigned(getpid()), name, 3) == NVML_ERROR_INSUFFICIENT_SIZE);
  CHECK(nvmlSystemGetProcessName(0x7fffffff, name, 64) == NVML_ERROR_NOT_FOUND);
  CHECK(nvmlUnitGetCount(&number) == NVML_SUCCESS && number == 0);
  // As a program finds it that opens the library.
  void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
  const auto first = reinterpret_cast<nvmlReturn_t (*)(unsigned, nvmlDevice_t*)>(
      dlsym(library, "nvmlDeviceGetHandleByIndex"));
  nvmlDevice_t handle;
  CHECK(first && first(1, &handle) == NVML_SUCCESS && handle == gtx);
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
  unsigned long long reasons = 77;
  CHECK(nvmlDeviceGetEncoderUtilization(device, &number, &number) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(nvmlDeviceGetEncoderUtilization(device, &number, nullptr) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons) == NVML_ERROR_NOT_SUPPORTED);
  CHECK(number == 77 && reasons == 77);
  CHECK(nvmlDeviceGetPowerUsage(device, nullptr) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetPowerUsage(nullptr, &number) == NVML_ERROR_INVALID_ARGUMENT);
}

}  // namespace

int main() {
  unsigned count = 0;
  CHECK(nvmlDeviceGetCount(&count) == NVML_ERROR_UNINITIALIZED);
  CHECK(nvmlShutdown() == NVML_ERROR_UNINITIALIZED);
  int early = 0;
  CHECK(nvmlSystemGetCudaDriverVersion(&early) == NVML_ERROR_UNINITIALIZED);
  // Flags that nobody knows are taken.
  CHECK(nvmlInitWithFlags(64) == NVML_SUCCESS && nvmlShutdown() == NVML_SUCCESS);
  CHECK(nvmlInit() == NVML_SUCCESS && nvmlInit() == NVML_SUCCESS);
  CHECK(nvmlShutdown() == NVML_SUCCESS);
  CHECK(nvmlDeviceGetCount(&count) == NVML_SUCCESS && count == 2);
  facts(0, "H200", 9, 0, NVML_DEVICE_ARCH_HOPPER);
  facts(1, "GTX 1650", 7, 5, NVML_DEVICE_ARCH_TURING);
  memory();
  hardware();
  unknown();
  nvmlDevice_t device;
  CHECK(nvmlDeviceGetHandleByIndex(2, &device) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetHandleByUUID("GPU-0", &device) == NVML_ERROR_NOT_FOUND);
  CHECK(nvmlDeviceGetHandleByPciBusId("x", &device) == NVML_ERROR_INVALID_ARGUMENT);
  CHECK(nvmlDeviceGetHandleByPciBusId("ffff:00:00.0", &device) == NVML_ERROR_NOT_FOUND);
  char version[80];
  int driver = 0, cuda = 0;
  CHECK(nvmlSystemGetDriverVersion(version, sizeof(version)) == NVML_SUCCESS && version[0]);
  CHECK(nvmlSystemGetNVMLVersion(version, sizeof(version)) == NVML_SUCCESS);
  CHECK(std::strncmp(version, "12.", 3) == 0);
  CHECK(nvmlSystemGetCudaDriverVersion(&cuda) == NVML_SUCCESS);
  CHECK(cudaDriverGetVersion(&driver) == cudaSuccess && cuda == driver);
  CHECK(std::strcmp(nvmlErrorString(NVML_ERROR_NOT_SUPPORTED), "Not Supported") == 0);
  CHECK(std::strcmp(nvmlErrorString(NVML_ERROR_GPU_IS_LOST), "GPU is lost") == 0);
  CHECK(std::strcmp(nvmlErrorString(NVML_ERROR_NO_DATA), "No data") == 0);
  CHECK(nvmlShutdown() == NVML_SUCCESS);
  CHECK(nvmlDeviceGetCount(&count) == NVML_ERROR_UNINITIALIZED);
  std::printf("OK\n");
}
