// SPDX-License-Identifier: Apache-2.0
// cudaFuncGetAttributes and cudaFuncSetAttribute, and launches beyond what they allow: as an H200
// answered, with the documented codes where it answers cudaErrorInvalidValue for everything.
#include <cuda_runtime_api.h>

#include "kernels.h"

namespace heddle::test {
namespace {

constexpr auto kDynamic = cudaFuncAttributeMaxDynamicSharedMemorySize;
constexpr auto kCarveout = cudaFuncAttributePreferredSharedMemoryCarveout;

cudaFuncAttributes attributes(const void* func) {
  cudaFuncAttributes out{};
  EXPECT_EQ(cudaFuncGetAttributes(&out, func), cudaSuccess);
  return out;
}

cudaError_t launch(const void* func, dim3 grid, dim3 block, size_t shared) {
  int number = 0;
  void* pointer = nullptr;
  void* args[] = {&pointer, &number};
  const cudaError_t error = cudaLaunchKernel(func, grid, block, args, shared, nullptr);
  EXPECT_EQ(cudaGetLastError(), error);
  return error;
}

TEST(Functions, Attributes) {
  cudaFuncAttributes a = attributes(kernels().plain);
  EXPECT_EQ(a.maxThreadsPerBlock, 1024);
  EXPECT_EQ(a.numRegs, 10);
  EXPECT_EQ(a.localSizeBytes, 256u);
  EXPECT_EQ(a.constSizeBytes, 1024u);
  EXPECT_EQ(a.sharedSizeBytes, 0u);
  EXPECT_EQ(a.maxDynamicSharedSizeBytes, 49152);
  EXPECT_EQ(a.preferredShmemCarveout, -1);
  EXPECT_EQ(a.ptxVersion, 75);
  EXPECT_EQ(a.binaryVersion, 90);
  a = attributes(kernels().static_16k);
  EXPECT_EQ(a.sharedSizeBytes, 16384u);
  EXPECT_EQ(a.maxDynamicSharedSizeBytes, 32768);
  EXPECT_EQ(attributes(kernels().uses_constants).sharedSizeBytes, 112u);  // 100, as ptxas rounds it
  EXPECT_EQ(attributes(kernels().bounds_128).maxThreadsPerBlock, 128);
  EXPECT_EQ(attributes(kernels().many_registers).maxThreadsPerBlock,
            1024);  // an estimate limits nothing
}

TEST(Functions, BadFunctions) {
  cudaFuncAttributes a{};
  int no_kernel = 0;
  const char* name = nullptr;
  EXPECT_EQ(cudaFuncGetAttributes(nullptr, kernels().plain), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncGetAttributes(&a, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaFuncGetAttributes(&a, &no_kernel), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaFuncSetAttribute(nullptr, kDynamic, 1), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaFuncGetName(&name, kernels().plain), cudaSuccess);
  EXPECT_STREQ(name, "plain");
  EXPECT_EQ(cudaFuncGetName(&name, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(cudaFuncGetName(nullptr, kernels().plain), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetCacheConfig(kernels().plain, cudaFuncCachePreferShared), cudaSuccess);
  EXPECT_EQ(cudaFuncSetCacheConfig(kernels().plain, static_cast<cudaFuncCache>(8)),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetCacheConfig(nullptr, cudaFuncCachePreferL1), cudaErrorInvalidDeviceFunction);
  size_t offset = 9, size = 9;
  EXPECT_EQ(cudaFuncGetParamInfo(kernels().plain, 1, &offset, &size), cudaSuccess);
  EXPECT_EQ(offset, 8u);
  EXPECT_EQ(size, 4u);
  EXPECT_EQ(cudaFuncGetParamInfo(kernels().plain, 2, &offset, &size), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Functions, SetAttribute) {
  const void* f = kernels().static_16k;
  EXPECT_EQ(cudaFuncSetAttribute(f, kDynamic, 232448 - 16384), cudaSuccess);
  EXPECT_EQ(cudaFuncSetAttribute(f, kDynamic, 232448 - 16383), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(f, kDynamic, -1), cudaErrorInvalidValue);
  EXPECT_EQ(attributes(f).maxDynamicSharedSizeBytes, 216064);
  EXPECT_EQ(cudaFuncSetAttribute(f, kCarveout, 100), cudaSuccess);
  EXPECT_EQ(cudaFuncSetAttribute(f, kCarveout, 101), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(f, kCarveout, -2), cudaErrorInvalidValue);
  EXPECT_EQ(attributes(f).preferredShmemCarveout, 100);
  EXPECT_EQ(cudaFuncSetAttribute(f, static_cast<cudaFuncAttribute>(1), 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(f, cudaFuncAttributeClusterDimMustBeSet, 1),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(f, cudaFuncAttributeClusterSchedulingPolicyPreference, 7),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(f, cudaFuncAttributeRequiredClusterWidth, -1),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaFuncSetAttribute(f, cudaFuncAttributeRequiredClusterWidth, 2), cudaSuccess);
  EXPECT_EQ(attributes(f).requiredClusterWidth, 2);
  EXPECT_EQ(cudaFuncSetAttribute(f, cudaFuncAttributeRequiredClusterWidth, 0), cudaSuccess);
  EXPECT_EQ(attributes(f).clusterDimMustBeSet, 0);
  EXPECT_EQ(cudaFuncSetAttribute(f, kCarveout, -1), cudaSuccess);
  cudaGetLastError();
}

// All of these are refused before anything is compiled.
TEST(Functions, LaunchesBeyondTheLimits) {
  const void* f = kernels().plain;
  EXPECT_EQ(launch(f, 1, 2048, 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(f, dim3(0, 1), 32, 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(f, 1, dim3(0), 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(f, dim3(1, 70000), 32, 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(f, dim3(1u << 31), 32, 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(f, 1, dim3(1, 1, 65), 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(f, 1, dim3(2, 1024, 1), 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(nullptr, 1, 32, 0), cudaErrorInvalidDeviceFunction);
}

// HEDDLE_LOG=launch names the limit.
TEST(Functions, RefusalsAreExplained) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(launch(kernels().plain, 1, 2048, 0), cudaErrorInvalidConfiguration);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "heddle: launch plain refused: blockDim.x is 2048, NVIDIA H200 allows 1024\n");
}

}  // namespace
}  // namespace heddle::test
