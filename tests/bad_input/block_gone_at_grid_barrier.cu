// SPDX-License-Identifier: Apache-2.0
// A block that has returned does not come to the grid's barrier: on a GPU the others hang there.
#include <cooperative_groups.h>

#include "bad.h"

__global__ void faulty(unsigned* p) {
  const auto grid = cooperative_groups::this_grid();
  if (p[0] == 7 && blockIdx.x == 4) return;
  grid.sync();
  p[grid.thread_rank()] = 7;
  grid.sync();
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 9 * 33 * 4);
  cudaMemset(p, 0, 9 * 33 * 4);
  void* args[] = {&p};
  bad::is(cudaLaunchCooperativeKernel(faulty, 9, 33, args), cudaSuccess, "the first launch");
  bad::is(cudaDeviceSynchronize(), cudaSuccess, "with all blocks");
  bad::is(cudaLaunchCooperativeKernel(faulty, 9, 33, args), cudaSuccess, "the second launch");
  const int code = bad::fault(cudaErrorLaunchTimeout);
  return code || bad::failures();
}
