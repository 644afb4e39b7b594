// SPDX-License-Identifier: Apache-2.0
// Warp 1 waits at a barrier to which the others do not come: they wait at another one.
#include "bad.h"

__global__ void faulty(unsigned* out) {
  if (threadIdx.x / 32 == 1) {
    __barrier_sync(3);
    out[threadIdx.x] = threadIdx.x * 3;
  } else {
    out[threadIdx.x] = 1;
    __barrier_sync_count(5, 96);  // FAULT
  }
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 4096);
  faulty<<<2, 96>>>(out);
  return bad::fault(cudaErrorLaunchTimeout);
}
