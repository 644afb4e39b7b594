// SPDX-License-Identifier: Apache-2.0
// A bounds check of an index that wraps around 2^32 within a warp.
#include "check.h"

using namespace check;

__global__ void below(unsigned first, unsigned n, unsigned* out) {
  // A store that no select can replace.
  const unsigned i = first + threadIdx.x;
  if (i < n) out[blockIdx.x * blockDim.x + threadIdx.x] = i;
}
__global__ void at_most(unsigned first, unsigned n, unsigned* out) {
  const unsigned i = first + threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = i <= n ? i : 7;
}

int main() {
  const unsigned threads = 96, blocks = 2;
  unsigned* out = device_array<unsigned>(threads * blocks);
  unsigned host[threads * blocks];
  for (const unsigned first : {0xfffffff0u, 0xffffffffu, 0xffffffc1u, 5u}) {
    for (const unsigned n : {5u, 0xfffffff8u, 0u, 0xffffffffu, 40u}) {
      cuda(cudaMemset(out, 0xab, sizeof(host)), "cudaMemset");
      below<<<blocks, threads>>>(first, n, out);
      cuda(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost), "below");
      for (unsigned t = 0; t < threads * blocks; ++t)
        equal(host[t], first + t % threads < n ? first + t % threads : 0xababababu, "i < n");
      at_most<<<blocks, threads>>>(first, n, out);
      cuda(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost), "at_most");
      for (unsigned t = 0; t < threads * blocks; ++t) {
        const unsigned i = first + t % threads;
        equal(host[t], i <= n ? i : 7u, "i <= n");
      }
    }
  }
  cuda(cudaFree(out), "cudaFree");
  return result();
}
