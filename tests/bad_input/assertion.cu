// SPDX-License-Identifier: Apache-2.0
#include <cassert>

#include "bad.h"

__global__ void faulty(const unsigned* p, unsigned* out) {
  unsigned i = threadIdx.x + threadIdx.y * 8;
  assert(p[i] != 13 || blockIdx.x != 1);  // ASSERT
  out[i] = p[i];
}

int main() {
  unsigned *p, *out;
  unsigned host[64];
  for (unsigned k = 0; k < 64; ++k) host[k] = k;
  cudaMalloc(&p, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
  faulty<<<1, dim3(8, 8)>>>(p, out);
  bad::is(cudaDeviceSynchronize(), cudaSuccess, "an assertion that holds");
  faulty<<<3, dim3(8, 8)>>>(p, out);
  return bad::fault(cudaErrorAssert);
}
