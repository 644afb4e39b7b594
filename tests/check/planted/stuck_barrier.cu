// SPDX-License-Identifier: Apache-2.0
// Two warps that wait for each other at different barriers: the launch and all later calls fail.
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
  cudaDeviceSynchronize();
  stuck<<<1, 64>>>(y);
  cudaMalloc(&y, 4);
  std::printf("done\n");
}
