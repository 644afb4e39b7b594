// SPDX-License-Identifier: Apache-2.0
// A kernel that another one has launched. What was launched behind it does not run.
#include "bad.h"

__device__ unsigned* const nothing = nullptr;
__managed__ unsigned late;

__global__ void faulty(unsigned* out) {
  if (blockIdx.x == 1 && threadIdx.x == 3) *out = 1;  // FAULT
}
__global__ void behind() {
  late = 1;
}
__global__ void parent() {
  faulty<<<2, 5>>>(nothing);
  behind<<<1, 1>>>();
  behind<<<1, 1, 0, cudaStreamTailLaunch>>>();
}

int main() {
  parent<<<1, 1>>>();
  const int failed = bad::fault(cudaErrorIllegalAddress);
  return failed || late;
}
