// SPDX-License-Identifier: Apache-2.0
// Two warps that wait for each other at different barriers: the launch fails.
#include "planted.h"

__global__ void stuck(int* y) {
  y[threadIdx.x] = 1;
  if (threadIdx.x < PLANT(32, 64)) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // ERROR barrier-not-reached (0,0,0)
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
  }
  y[threadIdx.x] += 1;
}

int main() {
  int* y = make<int>(64);
  stuck<<<1, 64>>>(y);
  cudaDeviceSynchronize();  // ERROR api-error
  std::printf("done\n");
}
