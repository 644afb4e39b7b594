// SPDX-License-Identifier: Apache-2.0
// All blocks wait for the last one, which cannot begin: there are more than any GPU holds at once.
#include "bad.h"

__global__ void faulty(volatile unsigned* flag) {
  if (blockIdx.x + 1 == gridDim.x) *flag = 1;
  while (*flag == 0) {  // FAULT
  }
}

int main() {
  unsigned* flag;
  cudaMalloc(&flag, 4);
  cudaMemset(flag, 0, 4);
  faulty<<<6000, 1>>>(flag);
  return bad::fault(cudaErrorLaunchTimeout);
}
