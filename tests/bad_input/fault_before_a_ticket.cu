// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

// Warps ask one counter for their places. A lane of warp 1 in block 13 loads from
// afar, before it asks.
__global__ void faulty(const unsigned* in, unsigned* out, unsigned* count, long long afar) {
  const unsigned lane = threadIdx.x % 32, t = threadIdx.x;
  const long long far = blockIdx.x == 13 && t == 40 ? afar : 0;
  const unsigned v = in[blockIdx.x * blockDim.x + t + far];  // FAULT
  const unsigned kept = __ballot_sync(~0u, v % 3 != 0);
  unsigned place = 0;
  if (lane == 0) place = atomicAdd(count, __popc(kept));
  place = __shfl_sync(~0u, place, 0) + __popc(kept & ((1u << lane) - 1));
  if (v % 3 != 0) out[place] = v;
}

int main() {
  unsigned *in, *out, *count;
  cudaMalloc(&in, 4 * 4096);
  cudaMemset(in, 1, 4 * 4096);
  cudaMalloc(&out, 4 * 4096);
  cudaMalloc(&count, 4);
  cudaMemset(count, 0, 4);
  faulty<<<40, 64>>>(in, out, count, 1ll << 42);
  return bad::fault(cudaErrorIllegalAddress);
}
