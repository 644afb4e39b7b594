// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

// Additions that are carried out when all blocks are done, at places of which one is bad: the first
// thread that adds there is at fault.
__global__ void faulty(unsigned* near, unsigned* bad) {
  const unsigned t = threadIdx.x;
  atomicAdd(&near[t], t);
  if (blockIdx.x >= 3 && t % 64 == 37) atomicAdd(&bad[t], blockIdx.x);  // FAULT
}

int main() {
  unsigned* places;
  cudaMalloc(&places, 4 * 128);
  cudaMemset(places, 0, 4 * 128);
  faulty<<<4, 128>>>(places, places + (1ll << 42));
  return bad::fault(cudaErrorIllegalAddress);
}
