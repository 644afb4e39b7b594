// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// Blocks that run for long are left in the middle for others: those that compute lose nothing by
// it, and those that wait, in a way that no compiler sees (a function that calls itself), let what
// they wait for begin, be it in the same row of blocks.
#include "../check.h"

__device__ __noinline__ unsigned deeper(volatile unsigned* flag, unsigned depth) {
  const unsigned seen = *flag;
  if (seen != 0) return seen;
  if (depth % 64 == 0) return 0;
  volatile unsigned mine = depth;  // no loop can be made of this
  const unsigned found = deeper(flag, depth + 1);
  return found == 0 ? 0 : found + mine - depth;
}
__global__ void recursive(volatile unsigned* chain, unsigned* out, bool up) {
  if (threadIdx.x == 0) {
    unsigned before = 1;
    if (up ? blockIdx.x != 0 : blockIdx.x + 1 < gridDim.x) {
      do before = deeper(up ? chain + blockIdx.x - 1 : chain + blockIdx.x + 1, 1);
      while (before == 0);
    }
    out[blockIdx.x] = before;
    __threadfence();
    chain[blockIdx.x] = before * 3 + 1;
  }
}

// Integers, floats and a predicate that live in registers all the time.
__global__ void computes(const unsigned* in, unsigned* out, unsigned rounds) {
  const unsigned i = check::gid();
  unsigned x = in[i], odd = 0;
  float f = 1;
  for (unsigned k = 0; k < rounds; ++k) {
    x = x * 1664525u + 1013904223u;
    f = f * -1.0f;
    if (x % 2 != in[i] % 2) ++odd;
  }
  out[i] = x + odd + (unsigned)(f + 1.0f);
}

int main() {
  constexpr unsigned blocks = 8, n = 4 * 32, rounds = 6000001;
  auto* memory = check::device_array<unsigned>(1024);
  unsigned out[n], in[n];
  for (bool up : {false, true}) {
    cudaMemset(memory, 0, 4096);
    recursive<<<blocks, 64>>>(memory, memory + 64, up);
    check::cuda(cudaMemcpy(out, memory + 64, blocks * 4, cudaMemcpyDeviceToHost), "blocks");
    unsigned want = 1;
    for (unsigned k = 0; k < blocks; ++k, want = want * 3 + 1) {
      check::equal(out[up ? k : blocks - 1 - k], want, "chain of blocks");
    }
  }
  for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i);
  cudaMemcpy(memory, in, sizeof in, cudaMemcpyHostToDevice);
  computes<<<n / 32, 32>>>(memory, memory + n, rounds);
  check::cuda(cudaMemcpy(out, memory + n, sizeof out, cudaMemcpyDeviceToHost), "computes");
  // x -> a x + c, so many times, by squaring.
  unsigned a = 1664525u, c = 1013904223u, times = 1, add = 0;
  for (unsigned k = rounds; k > 0; k /= 2) {
    if (k % 2) add = a * add + c, times *= a;
    c = a * c + c, a *= a;
  }
  // The lowest bit turns over in each round: it is the other one in every second.
  for (unsigned i = 0; i < n; ++i) {
    check::equal(out[i], in[i] * times + add + (rounds + 1) / 2, "computes");
  }
  return check::result();
}
