// SPDX-License-Identifier: Apache-2.0
// How often each line runs, in lanes: divergence, loops, early returns, a partial last warp, a
// template, a header, a function that is not inlined, one behind a pointer, one for host and
// device.
//
// "// runs N": the line's count. "// true T, false F": those of its condition.
#include <cstdio>

#define CLAMPED 74
#define KEPT 46
#define TWICE 30
#include "clamp.cuh"

__device__ __noinline__ int factorial(int n) {
  if (n < 2) return 1;          // true 30, false 21
  return n * factorial(n - 1);  // runs 21
}

static __device__ int odd(int value) {
  return value | 1;  // runs 60
}
static __device__ int even(int value) {
  return value & ~1;  // runs 60
}
typedef int (*Change)(int);

__host__ __device__ int sign(int value) {
#ifdef __CUDA_ARCH__
  if (value < 40 && value != 7) return -1;  // runs 120
  return 1;                                 // runs 81
#else
  return value < 0 ? -1 : 1;  // runs 3
#endif
}

__global__ void work(int* out, int n, int bins) {
  __shared__ int sums[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;  // runs 135
  if (threadIdx.x < 4) sums[threadIdx.x] = 0;     // true 12, false 123
  __syncthreads();                                // runs 135
  if (i >= n) {                                   // true 15, false 120
    return;                                       // runs 15
  }
  int value = clamp_to(i, 45);       // runs 120
  for (int k = 0; k < i % 3; ++k) {  // true 120, false 80
    value += k;                      // runs 120
    if (k == 1) break;               // true 40, false 80
  }
  switch (i & 3) {
    case 0:
      value += factorial(i % 16 / 4);  // runs 30
      break;
    case 1:
      value = twice(value);  // runs 30
      break;
    default:
      value -= 3;  // runs 60
  }
  value += i % 2 == 0 ? 5 : 7;  // true 60, false 60
  Change change = i % 2 ? odd : even;
  value = change(value) * sign(i);
  atomicAdd(&sums[i % bins], value);
  __threadfence();
  out[i] = value;
}

__global__ void never(int* out) {
  out[threadIdx.x] = 1;  // runs 0
}

__device__ int unused(int value) {
  return value + 1;  // runs 0
}

int main(int argc, char**) {
  constexpr int n = 120;
  int *d, h[n];
  cudaMalloc(&d, sizeof h);
  if (argc > 5) never<<<1, 1>>>(d);  // true 0, false 1
  work<<<3, 45>>>(d, n, 4);
  const cudaError_t error = cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) return 1;  // true 0, false 1
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) sum = sum * 31 + h[i];  // true 120, false 1
  std::printf("%u %d\n", sum, sign(3) + sign(-3) + sign(0));
  return 0;
}
