// SPDX-License-Identifier: Apache-2.0
// A thread takes a lock and does not give it back: the others of its warp, and it itself, wait for
// ever.
#include "bad.h"

__global__ void faulty(int* lock, unsigned* out) {
  for (int k = 0; k < 2; ++k) {
    while (atomicCAS(lock, 0, 1) != 0) {  // FAULT
    }
    __threadfence();
    out[threadIdx.x] += 1;
    __threadfence();
    if (threadIdx.x != 21) atomicExch(lock, 0);
  }
}

int main() {
  int* lock;
  unsigned* out;
  cudaMalloc(&lock, 4);
  cudaMalloc(&out, 4096);
  cudaMemset(lock, 0, 4);
  cudaMemset(out, 0, 4096);
  faulty<<<1, 33>>>(lock, out);
  return bad::fault(cudaErrorLaunchTimeout);
}
