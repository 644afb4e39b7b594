// SPDX-License-Identifier: Apache-2.0
// Warp 1 waits at a barrier to which the others do not come: they wait at another one.
#include "bad.h"

__device__ void barrier(unsigned id) {
  asm volatile("barrier.sync %0;" ::"r"(id) : "memory");
}

__global__ void faulty(unsigned* out) {
  if (threadIdx.x / 32 == 1) {
    barrier(3);
  } else {
    barrier(5);
  }
  out[threadIdx.x] = 1;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 4096);
  faulty<<<2, 96>>>(out);
  return bad::fault(cudaErrorLaunchTimeout);
}
