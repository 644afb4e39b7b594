// SPDX-License-Identifier: Apache-2.0
// The deprecated calls of old programs do what those of device management do.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

namespace {

TEST(ThreadManagement, IsDeviceManagement) {
  EXPECT_EQ(cudaThreadSetLimit(cudaLimitStackSize, 2048), cudaSuccess);
  size_t value = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&value, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(value, 2048u);
  EXPECT_EQ(cudaThreadSetCacheConfig(cudaFuncCachePreferShared), cudaSuccess);
  cudaFuncCache config = cudaFuncCachePreferNone;
  EXPECT_EQ(cudaThreadGetCacheConfig(&config), cudaSuccess);
  EXPECT_EQ(config, cudaFuncCachePreferShared);
  EXPECT_EQ(cudaThreadSynchronize(), cudaSuccess);
  EXPECT_EQ(cudaThreadExit(), cudaSuccess);
  EXPECT_EQ(cudaThreadGetLimit(&value, cudaLimitStackSize), cudaSuccess);
  EXPECT_EQ(value, 1024u);
}

TEST(ThreadManagement, AnswersTheSameErrors) {
  EXPECT_EQ(cudaThreadGetLimit(nullptr, cudaLimitStackSize), cudaErrorInvalidValue);
  EXPECT_EQ(cudaThreadSetLimit(static_cast<cudaLimit>(77), 1), cudaErrorUnsupportedLimit);
  EXPECT_EQ(cudaThreadSetCacheConfig(static_cast<cudaFuncCache>(8)), cudaErrorInvalidValue);
  EXPECT_EQ(cudaThreadGetCacheConfig(nullptr), cudaErrorInvalidValue);
  cudaGetLastError();
}

}  // namespace
