// SPDX-License-Identifier: Apache-2.0
// Compiled with -use_fast_math: the plain names must give the bits of the fast intrinsics, in a
// module that flushes denormals where the device library does not.
#include <cstdio>

__global__ void both(const float* x, float* plain, float* fast) {
  int i = threadIdx.x;
  plain[i] = expf(x[i]) + sinf(x[i]) * logf(x[i]) + powf(x[i], 1.5f);
  fast[i] = __expf(x[i]) + __sinf(x[i]) * __logf(x[i]) + __powf(x[i], 1.5f);
}

int main() {
  float *x, *plain, *fast;
  cudaMallocManaged(&x, 256);
  cudaMallocManaged(&plain, 256);
  cudaMallocManaged(&fast, 256);
  for (int i = 0; i < 64; ++i) x[i] = 0.1f + 0.37f * i, plain[i] = -1, fast[i] = -2;
  both<<<1, 64>>>(x, plain, fast);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int wrong = 0;
  for (int i = 0; i < 64; ++i) wrong += plain[i] != fast[i];
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
