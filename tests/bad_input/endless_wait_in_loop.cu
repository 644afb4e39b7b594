// SPDX-License-Identifier: Apache-2.0
// Two warps wait for words that nobody sets, one lane of them all gets through; the other blocks
// end.
#include "bad.h"

__global__ void faulty(volatile unsigned* p, unsigned* out) {
  unsigned sum = 0;
  if (blockIdx.x == 2) {
    while (p[threadIdx.x] == 0) {  // FAULT
    }
    sum = p[threadIdx.x];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  unsigned *p, *out, one = 1;
  cudaMalloc(&p, 256);
  cudaMalloc(&out, 4096);
  cudaMemset(p, 0, 256);
  cudaMemcpy(p + 37, &one, 4, cudaMemcpyHostToDevice);
  faulty<<<5, 64>>>(p, out);
  return bad::fault(cudaErrorLaunchTimeout);
}
