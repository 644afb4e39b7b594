// SPDX-License-Identifier: Apache-2.0
// Cycles and ns of barriers: of a grid, of a cluster, of a block, and fences.
#include <cooperative_groups.h>

#include "common.h"
namespace cg = cooperative_groups;
__global__ void of_grid(int rounds, u64* cycles) {
  auto g = cg::this_grid();
  g.sync();
  const u64 begin = clock64();
  for (int i = 0; i < rounds; ++i) g.sync();
  if (g.thread_rank() == 0) *cycles = clock64() - begin;
}
// as programs write it by hand: one thread of a block counts up and polls
__global__ void by_hand(int rounds, volatile unsigned* count, u64* cycles) {
  const u64 begin = clock64();
  for (int i = 1; i <= rounds; ++i) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd((unsigned*)count, 1);
      while (*count < i * gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
  }
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = clock64() - begin;
}
__global__ void of_cluster(int rounds, u64* cycles) {
  auto c = cg::this_cluster();
  c.sync();
  const u64 begin = clock64();
  for (int i = 0; i < rounds; ++i) c.sync();
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = clock64() - begin;
}
__global__ void of_block(int rounds, u64* cycles) {
  __syncthreads();
  const u64 begin = clock64();
  for (int i = 0; i < rounds; ++i) __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = clock64() - begin;
}
template <int what>
__global__ void fence(int rounds, volatile int* data, u64* cycles) {
  const u64 begin = clock64();
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    if (what & 4) data[t] = i;
    if (what % 4 == 1) __threadfence_block();
    if (what % 4 == 2) __threadfence();
    if (what % 4 == 3) __threadfence_system();
  }
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = clock64() - begin;
}
int main() {
  u64 *cycles, c;
  unsigned* count;
  cudaMalloc(&cycles, 8), cudaMalloc(&count, 4);
  fprintf(stderr, "kind,blocks,threads,us_each,cycles_each\n");
  for (int threads : {32, 64, 128, 256, 512, 1024})
    for (int blocks : {1, 2, 4, 8, 16, 33, 66, 132, 264, 528, 1056, 2112}) {
      if (blocks * threads > 132 * 2048) continue;
      double t[2];
      int k = 0;
      for (int rounds : {100, 300}) {
        void* args[] = {&rounds, &cycles};
        t[k++] = us([&] { cudaLaunchCooperativeKernel((void*)of_grid, blocks, threads, args); });
      }
      cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
      fprintf(stderr, "grid,%d,%d,%.4f,%.1f\n", blocks, threads, (t[1] - t[0]) / 200, c / 300.0);
      if (threads != 256 && threads != 32) continue;
      k = 0;
      for (int rounds : {100, 300})
        t[k++] = us([&] {
          cudaMemsetAsync(count, 0, 4);
          by_hand<<<blocks, threads>>>(rounds, count, cycles);
        });
      cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
      fprintf(stderr, "by_hand,%d,%d,%.4f,%.1f\n", blocks, threads, (t[1] - t[0]) / 200, c / 300.0);
    }
  cudaFuncSetAttribute(of_cluster, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  for (int size : {1, 2, 4, 8, 16})
    for (int threads : {32, 128, 256, 1024})
      for (int blocks : {size, 128}) {
        cudaLaunchConfig_t config = {};
        config.gridDim = blocks, config.blockDim = threads;
        cudaLaunchAttribute a;
        a.id = cudaLaunchAttributeClusterDimension;
        a.val.clusterDim.x = size, a.val.clusterDim.y = a.val.clusterDim.z = 1;
        config.attrs = &a, config.numAttrs = 1;
        const double t = us([&] { cudaLaunchKernelEx(&config, of_cluster, 1000, cycles); });
        cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
        fprintf(stderr, "cluster%d,%d,%d,%.4f,%.1f\n", size, blocks, threads, t / 1000, c / 1000.0);
      }
  for (int threads : {32, 64, 128, 256, 512, 1024})
    for (int blocks : {1, 132, 264}) {
      of_block<<<blocks, threads>>>(1000, cycles);
      cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
      fprintf(stderr, "block,%d,%d,,%.2f\n", blocks, threads, c / 1000.0);
    }
  int* data;
  cudaMalloc(&data, 4 * 1056 * 1024);
  for (int threads : {32, 256, 1024})
    for (int blocks : {1, 132}) {
#define FENCE(w)                                                                            \
  fence<w><<<blocks, threads>>>(500, data, cycles);                                         \
  cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);                                             \
  fprintf(stderr, "%sfence%d,%d,%d,,%.1f\n", w & 4 ? "store+" : "", w % 4, blocks, threads, \
          c / 500.0);
      FENCE(1) FENCE(2) FENCE(3) FENCE(4) FENCE(5) FENCE(6) FENCE(7)
    }
  check("end");
}
