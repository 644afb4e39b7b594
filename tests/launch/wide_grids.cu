// SPDX-License-Identifier: Apache-2.0
// Threads whose number in the grid does not fit into 31 bits, nor 32: what a kernel counts in 32
// bits without a sign and in 64 bits is right. All blocks but the last few return at once.
#include "../streams/gate.h"

__global__ void last_threads(unsigned* out, unsigned long long* wide) {
  if (blockIdx.x + 2 < gridDim.x) return;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned long long all = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned place = threadIdx.x + blockDim.x * (gridDim.x - 1 - blockIdx.x);
  if (i >= 1u << 31) out[place] = i;
  if (all >= 1ull << 31) wide[place] = all;
}

void launch(unsigned blocks, unsigned threads) {
  unsigned* out;
  unsigned long long* wide;
  gate::ok(cudaMallocManaged(&out, 2 * threads * sizeof *out), "cudaMallocManaged");
  gate::ok(cudaMallocManaged(&wide, 2 * threads * sizeof *wide), "cudaMallocManaged");
  for (unsigned i = 0; i < 2 * threads; ++i) out[i] = wide[i] = 0;
  last_threads<<<blocks, threads>>>(out, wide);
  gate::ok(cudaDeviceSynchronize(), "last_threads");
  bool narrow_good = true, wide_good = true;
  for (unsigned b = 0; b < 2; ++b) {
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned long long all = (unsigned long long)(blocks - 1 - b) * threads + t;
      const auto low = (unsigned)all;
      narrow_good = narrow_good && out[b * threads + t] == (low >= 1u << 31 ? low : 0);
      wide_good = wide_good && wide[b * threads + t] == (all >= 1ull << 31 ? all : 0);
    }
  }
  gate::that(narrow_good, "32 bits without a sign");
  gate::that(wide_good, "64 bits");
}

int main() {
  launch((1u << 21) - 1, 1024);  // just not
  launch((1u << 21) + 1, 1024);  // 2^31 threads and 1024
  launch((1u << 22) + 2, 1000);  // not a power of two
  return gate::result();
}
