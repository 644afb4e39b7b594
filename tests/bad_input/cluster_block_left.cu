// SPDX-License-Identifier: Apache-2.0
// A block ends while others use its shared memory: the last barrier is missing.
#include <cooperative_groups.h>

#include "bad.h"

__global__ void __cluster_dims__(4) faulty(unsigned* p) {
  __shared__ unsigned mine[40];
  const auto cluster = cooperative_groups::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  unsigned* of_first = cluster.map_shared_rank(mine, 0);
  unsigned* of_last = cluster.map_shared_rank(mine, 3);
  cluster.sync();
  p[blockIdx.x * blockDim.x + threadIdx.x] = of_first[threadIdx.x] + of_last[threadIdx.x];  // FAULT
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 8 * 40 * 4);
  faulty<<<8, 40>>>(p);
  return bad::fault(cudaErrorLaunchFailure);
}
