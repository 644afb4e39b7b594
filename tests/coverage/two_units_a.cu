// SPDX-License-Identifier: Apache-2.0
// Two units that share templates, inline functions and the names of static ones, with code of both
// in one kernel where device code is relocatable.
#include <cstdio>

#define CLAMPED 21
#define KEPT 43
#define TWICE 96
#include "clamp.cuh"

void run_other(int* d, int n);

#ifdef __CUDACC_RDC__
extern __device__ int foreign(int value);
#else
static __device__ int foreign(int value) {
  return twice(value) + 1;
}
#endif

static __device__ int local(int value) {
  return value + 1;  // runs 32
}

__global__ void first(int* out) {
  const int i = threadIdx.x;
  out[i] = clamp_to(local(i), 20) + foreign(i);  // runs 32
}

int main() {
  int *d, h[32];
  cudaMalloc(&d, sizeof h);
  first<<<1, 32>>>(d);
  run_other(d, 32);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  unsigned sum = 0;
  for (const int value : h) sum = sum * 31 + value;
  std::printf("%u\n", sum);
}
