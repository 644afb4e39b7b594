// SPDX-License-Identifier: Apache-2.0
// All blocks of a cooperative launch but one come to the grid's barrier; that one waits for a word
// that is set behind the barrier.
#include <cooperative_groups.h>

#include "bad.h"

__global__ void faulty(volatile unsigned* flag) {
  if (blockIdx.x == 4 && threadIdx.x == 35) {
    while (*flag == 0) {  // FAULT
    }
  }
  cooperative_groups::this_grid().sync();
  *flag = 1;
}

int main() {
  unsigned* flag;
  cudaMalloc(&flag, 4);
  cudaMemset(flag, 0, 4);
  void* arguments[] = {&flag};
  cudaLaunchCooperativeKernel((const void*)faulty, dim3(6), dim3(64), arguments, 0, nullptr);
  return bad::fault(cudaErrorLaunchTimeout);
}
