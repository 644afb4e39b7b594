// SPDX-License-Identifier: Apache-2.0
// Thousands of statements without a branch, which code generation takes in parts: values,
// comparisons (masks) and a local array live from one part to the next.
#include <cuda_runtime.h>

#include <cstdio>

__host__ __device__ inline unsigned much(unsigned t, const unsigned* table) {
  unsigned x = t * 2654435761u + 1, early = table[t % 5], local[4] = {t, t + 1, t * t, ~t};
  const bool odd = early & 1, low = x < 1u << 31;
#pragma unroll
  for (int k = 0; k < 700; ++k) {
    x = (x ^ local[k % 4]) * (2 * k + 3) + (x >> (k % 13 + 1));
    local[(k + 1) % 4] += odd ? x : early;
    if (k % 50 == 7) x += low ? table[k % 7] : k;
  }
  return x + local[0] + local[1] * 3 + local[2] * 5 + local[3] * 7 + early + odd;
}

__global__ void kernel(const unsigned* table, unsigned* out, unsigned n) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) out[t] = much(t, table);
}

int main() {
  constexpr unsigned kCount = 1000;
  unsigned *table, *out;
  cudaMallocManaged(&table, 7 * sizeof(unsigned));
  cudaMallocManaged(&out, kCount * sizeof(unsigned));
  for (unsigned i = 0; i < 7; ++i) table[i] = i * 40503u + 9;
  kernel<<<8, 160>>>(table, out, kCount);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  unsigned wrong = 0;
  for (unsigned t = 0; t < kCount; ++t) wrong += out[t] != much(t, table);
  std::printf("%s: %u wrong\n", wrong ? "FAIL" : "PASS", wrong);
  return wrong != 0;
}
