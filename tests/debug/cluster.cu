// SPDX-License-Identifier: Apache-2.0
// Blocks of a cluster that read each other's shared memory; dynamic shared memory.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) ring(int* out) {
  extern __shared__ int dynamic[];
  __shared__ int own;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  if (threadIdx.x == 0) own = 50 + blockIdx.x;
  dynamic[threadIdx.x] = 7 * blockIdx.x + threadIdx.x;
  cluster.sync();  // meet
  int* theirs = cluster.map_shared_rank(&own, rank ^ 1);
  int value = *theirs + dynamic[threadIdx.x];  // read
  cluster.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;  // write
}

int main() {
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  ring<<<4, 8, 8 * sizeof(int)>>>(d);
  int h[32], wrong = 0;
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < 32; ++i) wrong += h[i] != 50 + (i / 8 ^ 1) + 7 * (i / 8) + i % 8;
  std::printf("wrong: %d\n", wrong);
  return wrong != 0;
}
