// SPDX-License-Identifier: Apache-2.0
// Step 1: a kernel is a function that many threads run.
#include <cstdio>

__global__ void hello() {
  printf("thread %d of block %d\n", threadIdx.x, blockIdx.x);
}

int main() {
  hello<<<2, 3>>>();
  return cudaDeviceSynchronize();
}
