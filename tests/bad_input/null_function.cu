// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

using Function = unsigned (*)(unsigned);

__device__ unsigned twice(unsigned x) {
  return x * 2;
}
__device__ Function functions[2] = {twice, nullptr};

__global__ void faulty(unsigned* p) {
  const Function f = functions[threadIdx.x >= 37];
  p[threadIdx.x] = f(threadIdx.x);  // FAULT
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 256);
  faulty<<<1, 64>>>(p);
  return bad::fault(cudaErrorInvalidPc);
}
