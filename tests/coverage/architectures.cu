// SPDX-License-Identifier: Apache-2.0
// Compiled for two architectures: what both have in common is counted once, whichever runs, and of
// what differs each its own.
#include <cstdio>

#define CLAMPED 11
#define KEPT 21
#define TWICE 0
#include "clamp.cuh"

__device__ __noinline__ int chosen(int value) {
#if __CUDA_ARCH__ >= 900
  if (value > 7) return value - 7;  // true 24, false 8
  return value;                     // runs 8
#else
  return value + 1;
#endif
}

static __device__ int common(int value) {
  return value % 3 ? value : -value;  // true 21, false 11
}

__global__ void work(int* out) {
#if __CUDA_ARCH__ < 900
  out[0] = 7;
#endif
  out[threadIdx.x] = chosen(threadIdx.x) + clamp_to(common(threadIdx.x), 15);  // runs 32
}

int main() {
  int *d, h[32];
  cudaMalloc(&d, sizeof h);
  work<<<1, 32>>>(d);
  const cudaError_t error = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return 1;  // true 0, false 1
  unsigned sum = 0;
  for (const int value : h) sum = sum * 31 + value;
  std::printf("%u\n", sum);
}
