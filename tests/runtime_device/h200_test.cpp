// SPDX-License-Identifier: Apache-2.0
// What one H200 answered, call by call (driver 580, CUDA 13.0, 2026-11), where Heddle means to
// answer the same.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>
#include <string>

namespace heddle::test {
namespace {

cudaDeviceAttr attribute(int number) {
  return static_cast<cudaDeviceAttr>(number);
}

// Attribute numbers whose value is the simulated system's own, with the reason.
const std::map<int, std::string> kOwn = {
    {33, "a PCI bus of its own"},
    {34, "a PCI bus of its own"},
    {112, "no sparse arrays"},
    {113, "no read-only host registration"},
    {116, "no RDMA"},
    {117, "no RDMA"},
    {118, "no RDMA"},
    {119, "no fabric handles"},
    {121, "no deferred mapping"},
};

TEST(H200, EveryAttribute) {
  std::ifstream file(HEDDLE_TEST_DATA "attributes.csv");
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || !std::isdigit(line[0])) continue;
    const int number = std::stoi(line), wanted = std::stoi(line.substr(line.find(',') + 1));
    int value = -12345;
    const cudaError_t error = cudaDeviceGetAttribute(&value, attribute(number), 0);
    if (error == cudaErrorInvalidValue)
      continue;  // a number that the runtime API does not document
    ASSERT_EQ(error, cudaSuccess) << number;
    if (kOwn.contains(number)) {
      EXPECT_NE(value, wanted) << number << " is as on the device now: take it off the list";
    } else {
      EXPECT_EQ(value, wanted) << number;
    }
    ++compared;
  }
  EXPECT_GE(compared, 120);
  cudaGetLastError();
}

TEST(H200, AttributeErrors) {
  int value = 0;
  EXPECT_EQ(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 5), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, attribute(0), 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetAttribute(&value, attribute(999), 0), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(H200, Properties) {
  cudaDeviceProp p;
  std::memset(&p, 0xee, sizeof p);
  ASSERT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT_STREQ(p.name, "NVIDIA H200");
  EXPECT_EQ(p.totalGlobalMem, 150109880320u);
  EXPECT_EQ(p.sharedMemPerBlock, 49152u);
  EXPECT_EQ(p.sharedMemPerBlockOptin, 232448u);
  EXPECT_EQ(p.sharedMemPerMultiprocessor, 233472u);
  EXPECT_EQ(p.regsPerBlock, 65536);
  EXPECT_EQ(p.maxThreadsDim[2], 64);
  EXPECT_EQ(p.maxGridSize[0], 2147483647);
  EXPECT_EQ(p.clockRate, 1980000);
  EXPECT_EQ(p.memoryClockRate, 3201000);
  EXPECT_EQ(p.memoryBusWidth, 6016);
  EXPECT_EQ(p.l2CacheSize, 62914560);
  EXPECT_EQ(p.persistingL2CacheMaxSize, 39321600);
  EXPECT_EQ(p.multiProcessorCount, 132);
  EXPECT_EQ(p.maxTexture2DLinear[2], 2097120);
  EXPECT_EQ(p.major * 10 + p.minor, 90);
  EXPECT_EQ(p.pciBusID, 1);
  EXPECT_EQ(p.memPitch, 2147483647u);
  EXPECT_EQ(cudaGetDeviceProperties(nullptr, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDeviceProperties(&p, 1), cudaErrorInvalidDevice);
  cudaGetLastError();
}

TEST(H200, ChooseSetInit) {
  int device = 7;
  cudaDeviceProp wish{};
  EXPECT_EQ(cudaGetDeviceCount(nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDeviceCount(&device), cudaSuccess);
  EXPECT_EQ(device, 1);
  EXPECT_EQ(cudaSetDevice(-1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetDevice(99), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaGetDevice(&device), cudaSuccess);
  EXPECT_EQ(device, 0);
  wish.major = 99;
  EXPECT_EQ(cudaChooseDevice(&device, &wish), cudaSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cudaChooseDevice(nullptr, &wish), cudaErrorInvalidValue);
  EXPECT_EQ(cudaInitDevice(0, 0, 0), cudaSuccess);
  EXPECT_EQ(cudaInitDevice(1, 0, 0), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaInitDevice(0, 0xfff, cudaInitDeviceFlagsAreValid), cudaErrorInvalidValue);
  int list[] = {0, 0};
  int wrong[] = {1};
  EXPECT_EQ(cudaSetValidDevices(list, 1), cudaSuccess);
  EXPECT_EQ(cudaSetValidDevices(wrong, 1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaSetValidDevices(list, 2), cudaErrorInvalidValue);
  EXPECT_EQ(cudaSetValidDevices(nullptr, 0), cudaSuccess);
  EXPECT_EQ(cudaSetValidDevices(nullptr, 1), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(H200, Flags) {
  unsigned flags = 99;
  EXPECT_EQ(cudaSetDeviceFlags(cudaDeviceScheduleYield), cudaSuccess);
  EXPECT_EQ(cudaGetDeviceFlags(&flags), cudaSuccess);
  EXPECT_EQ(flags, 10u);
  EXPECT_EQ(cudaSetDeviceFlags(cudaDeviceLmemResizeToMax), cudaSuccess);
  EXPECT_EQ(cudaGetDeviceFlags(&flags), cudaSuccess);
  EXPECT_EQ(flags, 24u);
  EXPECT_EQ(cudaSetDeviceFlags(3), cudaErrorInvalidValue);
  EXPECT_EQ(cudaSetDeviceFlags(0x1000), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGetDeviceFlags(nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(cudaSetDeviceFlags(0), cudaSuccess);
  cudaGetLastError();
}

TEST(H200, Limits) {
  struct Row {
    int limit;
    size_t set;
    cudaError_t error;
    size_t then;
  };
  const Row rows[] = {
      {0, 0, cudaSuccess, 16},
      {0, 2000, cudaSuccess, 2000},
      {0, 65536, cudaSuccess, 65536},
      {0, 600000, cudaErrorInvalidValue, 65536},
      {1, 1000, cudaSuccess, 524288},
      {1, 3000000, cudaSuccess, 3000064},
      {2, 1, cudaSuccess, 4194304},
      {2, 1 << 25, cudaSuccess, 1 << 25},
      {5, 48, cudaSuccess, 48},
      {5, 200, cudaErrorInvalidValue, 48},
      {6, 0, cudaSuccess, 0},
      {6, 1000, cudaSuccess, 3932160},
      {6, 1u << 30, cudaErrorInvalidValue, 3932160},
  };
  for (const Row& row : rows) {
    const auto limit = static_cast<cudaLimit>(row.limit);
    size_t value = 777;
    EXPECT_EQ(cudaDeviceSetLimit(limit, row.set), row.error) << row.limit << " " << row.set;
    EXPECT_EQ(cudaDeviceGetLimit(&value, limit), cudaSuccess);
    EXPECT_EQ(value, row.then) << row.limit << " " << row.set;
  }
  size_t value = 777;
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth), cudaErrorUnsupportedLimit);
  EXPECT_EQ(cudaDeviceSetLimit(static_cast<cudaLimit>(9), 1), cudaErrorUnsupportedLimit);
  EXPECT_EQ(value, 777u);
  EXPECT_EQ(cudaDeviceGetLimit(nullptr, cudaLimitStackSize), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(value, 1024u);
}

TEST(H200, PciBus) {
  char id[64];
  int device = -1;
  EXPECT_EQ(cudaDeviceGetPCIBusId(id, 13, 0), cudaSuccess);
  EXPECT_STREQ(id, "0000:01:00.0");
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, id), cudaSuccess);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, "01:00.0"), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetPCIBusId(id, 12, 0), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetPCIBusId(id, 64, 1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, "garbage"), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, "0000:00:06."), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(&device, "0000:ff:00.0"), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceGetByPCIBusId(nullptr, "0000:01:00.0"), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(H200, PeersOfOneDevice) {
  int can = 7;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 0), cudaSuccess);
  EXPECT_EQ(can, 0);
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorInvalidDevice);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(0, 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
  EXPECT_EQ(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 0),
            cudaErrorInvalidDevice);
  cudaGetLastError();
}

TEST(H200, ConfigurationAndVersions) {
  int least = 7, greatest = 7, version = 0;
  EXPECT_EQ(cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
  EXPECT_EQ(least, 0);
  EXPECT_EQ(greatest, -5);
  EXPECT_EQ(cudaDeviceGetStreamPriorityRange(nullptr, nullptr), cudaSuccess);
  cudaFuncCache cache = cudaFuncCachePreferEqual;
  EXPECT_EQ(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetCacheConfig(&cache), cudaSuccess);
  EXPECT_EQ(cache, cudaFuncCachePreferL1);
  EXPECT_EQ(cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(9)), cudaErrorInvalidValue);
  EXPECT_EQ(cudaRuntimeGetVersion(&version), cudaSuccess);
  EXPECT_EQ(version, CUDART_VERSION);
  EXPECT_EQ(cudaDriverGetVersion(&version), cudaSuccess);
  EXPECT_GE(version, CUDART_VERSION);
  EXPECT_EQ(cudaDriverGetVersion(nullptr), cudaErrorInvalidValue);
  cudaGetLastError();
}

}  // namespace
}  // namespace heddle::test
