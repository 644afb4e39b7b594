// SPDX-License-Identifier: Apache-2.0
// The occupancy calls; the numbers of the H200 suite are those that the device gave (tests/gpu/data
// has them all).
#include <cuda_runtime_api.h>

#include "kernels.h"

namespace heddle::test {
namespace {

int active(const void* func, int block, size_t dynamic) {
  int blocks = -1;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, func, block, dynamic),
            cudaSuccess);
  return blocks;
}

TEST(Occupancy, ActiveBlocks) {
  EXPECT_EQ(active(kernels().plain, 256, 0), 8);
  EXPECT_EQ(active(kernels().plain, 96, 10000), 20);
  EXPECT_EQ(active(kernels().plain, 64, 50000), 0);  // beyond 48 KiB without opting in
  EXPECT_EQ(active(kernels().static_16k, 64, 10000), 8);
  EXPECT_EQ(active(kernels().plain, 1025, 0), 0);
}

TEST(Occupancy, EstimatedRegistersNeverForbidABlock) {
  EXPECT_EQ(active(kernels().many_registers, 256, 0), 3);   // 72 registers
  EXPECT_EQ(active(kernels().many_registers, 1024, 0), 1);  // would be 0 if they were known
}

TEST(Occupancy, Errors) {
  int blocks = 0;
  size_t bytes = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, kernels().plain, 32, 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels().plain, 0, 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernels().plain, -1, 0),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &blocks, 32, 0),
            cudaErrorInvalidDeviceFunction);
  EXPECT_EQ(
      cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, kernels().plain, 32, 0, 8),
      cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels().plain, 0, 32),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels().plain, 33, 32),
            cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels().plain, 9, 256),
            cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Occupancy, AvailableSharedMemory) {
  size_t bytes = 0;
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels().plain, 2, 256),
            cudaSuccess);
  EXPECT_EQ(bytes, 49152u);  // the default limit of a block
  EXPECT_EQ(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernels().plain, 8, 256),
            cudaSuccess);
  EXPECT_EQ(active(kernels().plain, 256, bytes), 8);
  EXPECT_EQ(active(kernels().plain, 64, bytes + 128), 7);
}

TEST(Occupancy, Clusters) {
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {3, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(3000);
  config.blockDim = dim3(1024);
  config.attrs = &cluster;
  config.numAttrs = 1;
  int value = 0;
  EXPECT_EQ(cudaOccupancyMaxActiveClusters(&value, kernels().plain, &config), cudaSuccess);
  EXPECT_EQ(value, 79);
  EXPECT_EQ(cudaOccupancyMaxPotentialClusterSize(&value, kernels().plain, &config), cudaSuccess);
  EXPECT_EQ(value, 8);
  cluster.val.clusterDim = {16, 1, 1};
  EXPECT_EQ(cudaOccupancyMaxActiveClusters(&value, kernels().plain, &config),
            cudaErrorInvalidClusterSize);
  EXPECT_EQ(
      cudaFuncSetAttribute(kernels().plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
      cudaSuccess);
  EXPECT_EQ(cudaOccupancyMaxActiveClusters(&value, kernels().plain, &config), cudaSuccess);
  EXPECT_EQ(value, 14);
  EXPECT_EQ(cudaOccupancyMaxPotentialClusterSize(&value, kernels().plain, &config), cudaSuccess);
  EXPECT_EQ(value, 16);
  EXPECT_EQ(cudaOccupancyMaxActiveClusters(&value, kernels().plain, nullptr),
            cudaErrorInvalidValue);
  cudaGetLastError();
}

// With HEDDLE_REGISTERS=65 the count is no estimate: it limits as the hardware does.
TEST(Registers, GivenByTheUser) {
  EXPECT_EQ(active(kernels().plain, 96, 0), 9);
  EXPECT_EQ(active(kernels().plain, 1024, 0), 0);
  cudaFuncAttributes a{};
  EXPECT_EQ(cudaFuncGetAttributes(&a, kernels().plain), cudaSuccess);
  EXPECT_EQ(a.numRegs, 65);
  EXPECT_EQ(a.maxThreadsPerBlock, 896);
  void* pointer = nullptr;
  int number = 0;
  void* args[] = {&pointer, &number};
  EXPECT_EQ(cudaLaunchKernel(kernels().plain, 1, 1024, args, 0, nullptr),
            cudaErrorLaunchOutOfResources);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchOutOfResources);
}

}  // namespace
}  // namespace heddle::test
