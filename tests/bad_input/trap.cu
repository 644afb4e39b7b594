// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

__global__ void faulty(unsigned* p) {
  if (p[threadIdx.x] == 38) __trap();  // FAULT
  p[threadIdx.x] = 1;
}

int main() {
  unsigned* p;
  unsigned host[64];
  for (unsigned k = 0; k < 64; ++k) host[k] = k;
  cudaMalloc(&p, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  faulty<<<1, 64>>>(p);
  return bad::fault(cudaErrorLaunchFailure, cudaErrorIllegalInstruction);
}
