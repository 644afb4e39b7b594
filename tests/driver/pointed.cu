// SPDX-License-Identifier: Apache-2.0
// A module with a function behind a pointer that uses variables (functions_of_others.cpp).
__constant__ unsigned table[32];
__device__ unsigned long long counted;
__device__ unsigned initial[4] = {5, 6, 7, 8};

__device__ unsigned other(unsigned i) {
  return i + 1;
}
__device__ unsigned (*second)(unsigned) = other;

__device__ unsigned tell(unsigned i) {
  atomicAdd(&counted, i);
  return table[i % 32] + initial[i % 4] * 1000 + second(i) * 100000;
}
__device__ unsigned (*pointed)(unsigned) = tell;

extern "C" __global__ void call_pointed(unsigned* out) {
  out[threadIdx.x] = pointed(threadIdx.x);
}
