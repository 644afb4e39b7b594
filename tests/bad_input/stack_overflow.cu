// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

__device__ __noinline__ unsigned deeper(unsigned* p, unsigned n) {
  volatile unsigned local[64];
  local[n % 64] = n;
  if (p[0] == 12345) return n;
  return deeper(p, n + 1) + local[(n + 1) % 64];  // FAULT
}

__global__ void faulty(unsigned* p) {
  p[1 + threadIdx.x] = deeper(p, threadIdx.x);
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 4096);
  cudaMemset(p, 0, 4096);
  faulty<<<2, 40>>>(p);
  return bad::fault(cudaErrorHardwareStackError, cudaErrorLaunchFailure);
}
