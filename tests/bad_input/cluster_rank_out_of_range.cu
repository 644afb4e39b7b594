// SPDX-License-Identifier: Apache-2.0
// One thread maps its pointer to a block that its cluster does not have.
#include <cooperative_groups.h>

#include "bad.h"

__global__ void __cluster_dims__(2) faulty(unsigned* p) {
  __shared__ unsigned mine[40];
  const auto cluster = cooperative_groups::this_cluster();
  mine[threadIdx.x] = threadIdx.x;
  cluster.sync();
  const unsigned rank = blockIdx.x == 1 && threadIdx.x == 37 ? 2 : threadIdx.x % 2;
  atomicAdd(cluster.map_shared_rank(&mine[threadIdx.x], rank), 1);  // FAULT
  cluster.sync();
  p[blockIdx.x * blockDim.x + threadIdx.x] = mine[threadIdx.x];
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 2 * 40 * 4);
  faulty<<<2, 40>>>(p);
  return bad::fault(cudaErrorLaunchFailure);
}
