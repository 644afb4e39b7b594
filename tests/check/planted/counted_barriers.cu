// SPDX-License-Identifier: Apache-2.0
// Barriers with numbers of threads (inline PTX).
#include "planted.h"

__device__ void wait(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
  // ^ ERROR barrier-count (0,0,0)
}

__global__ void counts(int* y) {
  int i = threadIdx.x;
  if (i < 64) {
    y[i] = 1;
    wait(1, PLANT(48, 64));
    y[i] += 1;
  }
}

int main() {
  int* y = make<int>(128);
  counts<<<1, 128>>>(y);
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("done %d\n", error == PLANT(error, cudaSuccess));
}
