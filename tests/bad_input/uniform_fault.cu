// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

// The address is the same for all lanes of all blocks.
__global__ void faulty(unsigned* p, unsigned long long offset, unsigned* out) {
  out[threadIdx.x] = p[offset];  // FAULT
}

int main() {
  unsigned *p, *out;
  cudaMalloc(&p, 256);
  cudaMalloc(&out, 256);
  faulty<<<1000, 64>>>(p, 1ull << 42, out);
  return bad::fault(cudaErrorIllegalAddress);
}
