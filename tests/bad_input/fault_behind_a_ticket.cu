// SPDX-License-Identifier: Apache-2.0
#include "bad.h"

// Warps ask one counter for their places. A lane of warp 1 in block 13 stores
// afar, behind its question.
__global__ void faulty(unsigned* out, unsigned* count, long long afar) {
  const unsigned lane = threadIdx.x % 32, v = threadIdx.x * 7 + blockIdx.x;
  const unsigned kept = __ballot_sync(~0u, v % 3 != 0);
  unsigned place = 0;
  if (lane == 0) place = atomicAdd(count, __popc(kept));
  place = __shfl_sync(~0u, place, 0) + __popc(kept & ((1u << lane) - 1));
  const long long far = blockIdx.x == 13 && threadIdx.x == 40 ? afar : 0;
  out[place + far] = v;  // FAULT
}

int main() {
  unsigned *out, *count;
  cudaMalloc(&out, 4 * 4096);
  cudaMalloc(&count, 4);
  cudaMemset(count, 0, 4);
  faulty<<<40, 64>>>(out, count, 1ll << 42);
  return bad::fault(cudaErrorIllegalAddress);
}
