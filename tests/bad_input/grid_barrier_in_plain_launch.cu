// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>

#include "bad.h"

__global__ void faulty(unsigned* p) {
  cooperative_groups::this_grid().sync();  // FAULT
  *p = 7;
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 256);
  faulty<<<3, 40>>>(p);
  return bad::fault(cudaErrorLaunchFailure, cudaErrorIllegalInstruction);
}
