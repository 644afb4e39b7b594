// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

using Function = unsigned (*)(unsigned);

__host__ __device__ unsigned twice(unsigned x) {
  return x * 2;
}

__global__ void faulty(unsigned* p, Function f) {
  p[threadIdx.x] = f(threadIdx.x);  // FAULT
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 256);
  faulty<<<1, 64>>>(p, twice);
  return bad::fault(cudaErrorInvalidPc);
}
