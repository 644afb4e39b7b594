// SPDX-License-Identifier: Apache-2.0
#include <alloca.h>

#include "bad.h"

__global__ void faulty(unsigned* p, size_t bytes) {
  if (blockIdx.x == 0 && threadIdx.x == 37) bytes <<= 30;
  volatile unsigned* local = static_cast<unsigned*>(alloca(bytes));  // FAULT
  local[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = local[threadIdx.x] + 1;
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 4096);
  cudaMemset(p, 0, 4096);
  faulty<<<2, 40>>>(p, 4096);
  return bad::fault(cudaErrorHardwareStackError, cudaErrorLaunchFailure);
}
