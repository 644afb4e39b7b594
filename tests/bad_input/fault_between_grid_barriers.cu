// SPDX-License-Identifier: Apache-2.0
// The other blocks, which wait at the grid's barrier, end too.
#include <cooperative_groups.h>

#include "bad.h"

__global__ void faulty(unsigned* p) {
  const auto grid = cooperative_groups::this_grid();
  for (unsigned k = 0; k < 100; ++k) {
    grid.sync();
    if (k == 20 && grid.thread_rank() == 3 * 33 + 5) p = reinterpret_cast<unsigned*>(16);
    p[grid.thread_rank()] = k;  // FAULT
  }
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 50 * 33 * 4);
  void* args[] = {&p};
  bad::is(cudaLaunchCooperativeKernel(faulty, 50, 33, args), cudaSuccess, "the launch");
  const int code = bad::fault(cudaErrorIllegalAddress);
  bad::is(cudaMalloc(&p, 50 * 33 * 4), cudaSuccess, "memory after the fault");
  return code || bad::failures();
}
