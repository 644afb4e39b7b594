// SPDX-License-Identifier: Apache-2.0
// What is counted in a module, however it is loaded (module_host.cpp, which launches it twice).
#define CLAMPED 116
#define KEPT 84
#define TWICE 72
#include "clamp.cuh"

#ifdef __CUDACC_RDC__
extern __device__ int foreign(int value);
#else
static __device__ int foreign(int value) {
  return twice(value) + 1;
}
#endif

static __device__ __noinline__ int steps(int n) {
  int count = 0;
  while (n != 1) {                       // true 306, false 30
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;  // true 228, false 78
    ++count;                             // runs 306
  }
  return count;
}

extern "C" __global__ void work(int* out, int n) {
  __shared__ int first[2];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // runs 256
  if (i < n) {                                          // true 200, false 56
    out[i] = clamp_to(i, 41);                           // runs 200
  }
  if (threadIdx.x == 0) first[blockIdx.x] = blockIdx.x;  // true 4, false 252
  __syncthreads();                                       // runs 256
  if (i >= n || first[blockIdx.x] != 1) return;          // runs 256
  out[i] += i % 8 < 3 ? steps(i / 8) : -1;
  out[i] += foreign(i);
}
