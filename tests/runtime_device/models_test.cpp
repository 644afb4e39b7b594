// SPDX-License-Identifier: Apache-2.0
// Other choices of HEDDLE_GPU.
#include <cuda_runtime_api.h>

#include <cstdlib>

#include "kernels.h"

namespace heddle::test {
namespace {

TEST(TwoDevices, EachHasItsOwnModel) {
  int count = 0;
  ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  ASSERT_EQ(count, 2);
  cudaDeviceProp first{}, second{};
  EXPECT_EQ(cudaGetDeviceProperties(&first, 0), cudaSuccess);
  EXPECT_EQ(cudaGetDeviceProperties(&second, 1), cudaSuccess);
  EXPECT_STREQ(first.name, "NVIDIA H200");
  EXPECT_STREQ(second.name, "NVIDIA GeForce RTX 4090");
  EXPECT_EQ(second.major * 10 + second.minor, 89);
  EXPECT_NE(first.pciBusID, second.pciBusID);
  EXPECT_NE(std::string(first.uuid.bytes, 16), std::string(second.uuid.bytes, 16));

  int blocks = 0;
  EXPECT_EQ(cudaSetDevice(1), cudaSuccess);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels().plain, 32, 0),
            cudaSuccess);
  EXPECT_EQ(blocks, 24);
  EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels().plain, 32, 0),
            cudaSuccess);
  EXPECT_EQ(blocks, 32);
}

TEST(TwoDevices, ChooseByProperties) {
  int device = -1;
  cudaDeviceProp wish{};
  wish.clockRate = 2000000;
  EXPECT_EQ(cudaChooseDevice(&device, &wish), cudaSuccess);
  EXPECT_EQ(device, 1);
  wish = {};
  wish.totalGlobalMem = size_t{100} << 30;
  EXPECT_EQ(cudaChooseDevice(&device, &wish), cudaSuccess);
  EXPECT_EQ(device, 0);
}

TEST(TwoDevices, Peers) {
  int can = 0;
  EXPECT_EQ(cudaDeviceCanAccessPeer(&can, 0, 1), cudaSuccess);
  EXPECT_EQ(can, 1);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
  EXPECT_EQ(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaSuccess);
  EXPECT_EQ(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
  cudaGetLastError();
}

TEST(TwoDevices, SettingsAreOfOneDevice) {
  size_t value = 0;
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitStackSize, 4096), cudaSuccess);
  EXPECT_EQ(cudaSetDevice(1), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(value, 1024u);
  int list[] = {0, 1};
  EXPECT_EQ(cudaSetValidDevices(list, 2), cudaSuccess);
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(value, 4096u);
}

// Facts that a model does not know are errors, never zeros.
TEST(B200, NotKnownIsNotZero) {
  int value = 77;
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaDeviceGetAttribute(&value, cudaDevAttrAsyncEngineCount, 0), cudaErrorNotSupported);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("cudaDevAttrAsyncEngineCount"),
            std::string::npos);
  EXPECT_EQ(value, 77);
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
  cudaDeviceProp p{};
  EXPECT_EQ(cudaGetDeviceProperties(&p, 0), cudaSuccess);
  EXPECT_EQ(p.asyncEngineCount, -1);
  EXPECT_EQ(p.multiProcessorCount, 148);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20), cudaErrorUnsupportedLimit);
}

TEST(Turing, NoClustersAndNoPersistingL2) {
  int value = 0;
  cudaLaunchConfig_t config{};
  config.blockDim = dim3(128);
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaOccupancyMaxActiveClusters(&value, kernels().plain, &config),
            cudaErrorNotSupported);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("clusters"), std::string::npos);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20), cudaErrorUnsupportedLimit);
  EXPECT_EQ(
      cudaFuncSetAttribute(kernels().plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536),
      cudaSuccess);
  EXPECT_EQ(
      cudaFuncSetAttribute(kernels().plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 65537),
      cudaErrorInvalidValue);
  cudaGetLastError();
}

void ask(const char* gpu) {
  setenv("HEDDLE_GPU", gpu, 1);
  int count = 0;
  (void)cudaGetDeviceCount(&count);
  std::exit(count);
}

TEST(BadSettings, AreOneSentence) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(ask("h2000"), testing::ExitedWithCode(2), "HEDDLE_GPU.*h2000.*rtx4090");
  EXPECT_EXIT(ask("h200,"), testing::ExitedWithCode(2), "HEDDLE_GPU");
  EXPECT_EXIT(ask("/nowhere/my.toml"), testing::ExitedWithCode(2), "/nowhere/my.toml");
  EXPECT_EXIT(ask("h100,h100,a100"), testing::ExitedWithCode(3), "");
  EXPECT_EXIT(ask(HEDDLE_DEVICES "rtx3090.toml"), testing::ExitedWithCode(1), "");
}

void use_registers(const char* registers) {
  setenv("HEDDLE_REGISTERS", registers, 1);
  cudaFuncAttributes attributes{};
  (void)cudaFuncGetAttributes(&attributes, kernels().plain);
  std::exit(attributes.numRegs);
}

TEST(BadSettings, Registers) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(use_registers("many"), testing::ExitedWithCode(2), "HEDDLE_REGISTERS");
  EXPECT_EXIT(use_registers("256"), testing::ExitedWithCode(2), "255");
  EXPECT_EXIT(use_registers("65"), testing::ExitedWithCode(65), "");
}

}  // namespace
}  // namespace heddle::test
