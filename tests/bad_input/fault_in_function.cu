// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

__device__ __noinline__ void store(unsigned* p, unsigned v) {
  if (v > 20) p = reinterpret_cast<unsigned*>(8);
  *p = v;  // FAULT
}

__global__ void faulty(unsigned* p) {
  __shared__ unsigned s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  store(p + threadIdx.x, s[31 - threadIdx.x]);
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 256);
  faulty<<<5, 32>>>(p);
  return bad::fault(cudaErrorIllegalAddress);
}
