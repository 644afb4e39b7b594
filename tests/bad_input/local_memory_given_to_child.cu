// SPDX-License-Identifier: Apache-2.0
// A child has no use of its parent's local memory; an H100 ends it with the same error.
#include "bad.h"

__global__ void faulty(unsigned* out) {
  out[threadIdx.x] = 1;  // FAULT
}
__global__ void parent(unsigned* sum) {
  unsigned local[4] = {1, 2, 3, threadIdx.x};
  faulty<<<1, 1>>>(local);
  *sum = local[0] + local[threadIdx.x + 1];
}

int main() {
  unsigned* sum;
  cudaMallocManaged(&sum, 4);
  parent<<<1, 1>>>(sum);
  return bad::fault(cudaErrorInvalidAddressSpace);
}
