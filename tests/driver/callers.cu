// SPDX-License-Identifier: Apache-2.0
// A module whose kernels call functions of pointed.cu, with variables and pointed-to functions of
// its own (functions_of_others.cpp).
__device__ unsigned long long wrong[4] = {1, 2, 3, 4};

__device__ unsigned mine(unsigned i) {
  return static_cast<unsigned>(atomicAdd(&wrong[i % 4], 1)) + 7;
}
__device__ unsigned (*pointed)(unsigned) = mine;

extern "C" __global__ void call(unsigned (*function)(unsigned), unsigned* out) {
  unsigned (*chosen)(unsigned) = threadIdx.x % 3 == 0 ? pointed : function;
  out[threadIdx.x] = chosen(threadIdx.x);
}
