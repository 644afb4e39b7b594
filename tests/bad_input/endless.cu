// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

__global__ void endless(volatile unsigned* p) {
  while (p[threadIdx.x] == 0) {
  }
}

int main() {
  unsigned* p;
  cudaMalloc(&p, 4096);
  cudaMemset(p, 0, 4096);
  bad::device_works("before");
  std::printf("running\n");
  std::fflush(stdout);
  endless<<<4, 64>>>(p);
  return cudaDeviceSynchronize();
}
