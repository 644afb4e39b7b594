// SPDX-License-Identifier: Apache-2.0
// A kernel that launches itself 100,000 times, each launch inside the one before, in the block's
// stream and in the tail stream: ends, and each has run once, with what its launch gave it.
// options: -rdc=true
#include <cstdio>

constexpr unsigned kDepth = 100000;

__global__ void nested(unsigned depth, bool is_tail, unsigned* times) {
  if (threadIdx.x != depth % 32) return;
  ++times[depth];
  if (depth + 1 == kDepth) return;
  if (is_tail) {
    nested<<<1, 32, 0, cudaStreamTailLaunch>>>(depth + 1, is_tail, times);
  } else {
    nested<<<1, 32>>>(depth + 1, is_tail, times);
  }
}

int main() {
  unsigned* times = nullptr;
  if (cudaMallocManaged(&times, kDepth * sizeof *times) != cudaSuccess) return 1;
  for (const bool is_tail : {false, true}) {
    for (unsigned i = 0; i < kDepth; ++i) times[i] = i;
    nested<<<1, 32>>>(0, is_tail, times);
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
      std::printf("FAIL tail %d: %s\n", is_tail, cudaGetErrorName(error));
      return 1;
    }
    for (unsigned i = 0; i < kDepth; ++i) {
      if (times[i] == i + 1) continue;
      std::printf("FAIL tail %d: depth %u ran %u times\n", is_tail, i, times[i] - i);
      return 1;
    }
  }
  std::printf("PASS\n");
}
