// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

__global__ void faulty(unsigned* p) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 101) p += 1ull << 40;
  p[i % 64] = i;  // FAULT
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 256);
  faulty<<<3, 64>>>(p);
  return bad::fault(cudaErrorIllegalAddress);
}
