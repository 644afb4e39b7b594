// SPDX-License-Identifier: Apache-2.0
// An assertion that fails in one thread, and a trap in one.
#include <cassert>
#include <cstdio>

__device__ int check(int i) {
  int doubled = 2 * i;
  assert(doubled != 74);  // assertion
  return doubled;
}

__global__ void asserts(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = check(i);
}

__global__ void traps(int* out) {
  const int left = 40 - threadIdx.x;
  if (left == 11) __trap();  // trap
  out[threadIdx.x] = left;
}

// The context is of no use behind either, so it is one a run.
int main(int count, char**) {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  if (count == 1) {
    traps<<<1, 32>>>(out);
  } else {
    asserts<<<2, 32>>>(out);
  }
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
