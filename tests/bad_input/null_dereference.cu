// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

__global__ void faulty(const unsigned* const* pointers, unsigned* out) {
  const unsigned* p = pointers[threadIdx.x];
  if (threadIdx.x > 3) out[threadIdx.x] = *p;  // FAULT
}

int main() {
  unsigned *value, *out;
  unsigned** pointers;
  cudaMalloc(&value, 4);
  cudaMalloc(&out, 64 * 4);
  cudaMalloc(&pointers, 64 * 8);
  unsigned* host[64];
  for (int k = 0; k < 64; ++k) host[k] = k == 45 ? nullptr : value;
  cudaMemcpy(pointers, host, sizeof host, cudaMemcpyHostToDevice);
  faulty<<<1, 64>>>(pointers, out);
  return bad::fault(cudaErrorIllegalAddress);
}
