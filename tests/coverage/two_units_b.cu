// SPDX-License-Identifier: Apache-2.0
// The other one of two_units_a.cu.
#include "clamp.cuh"

#ifdef __CUDACC_RDC__
__device__ int foreign(int value) {
  return twice(value) + 1;
}
#endif

static __device__ int local(int value) {
  if (value & 1) return -value;  // true 16, false 16
  return value;                  // runs 16
}

__global__ void second(int* out) {
  out[threadIdx.x] +=
      twice(local(threadIdx.x)) + twice(out[threadIdx.x]) + clamp_to(int(threadIdx.x), 22);
}

void run_other(int* d, int n) {
  second<<<1, n>>>(d);  // runs 1
}
