// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// Code between barriers that is too large to be copied for each of them, beside small pieces that
// are; all warps go the same way, or each its own.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int kThreads = 160, kRounds = 3;

// Some thousand instructions, of which the compiler can drop none.
__host__ __device__ inline unsigned much(unsigned x, const unsigned* table) {
#pragma unroll
  for (int k = 0; k < 300; ++k) {
    x = (x ^ table[k % 7]) * (2 * k + 3) + (x >> (k % 13 + 1));
    if (k % 5 == 2) x ^= table[x % 7];
  }
  return x;
}

__global__ void kernel(const unsigned* table, unsigned* out, int apart) {
  __shared__ unsigned tile[kThreads];
  const unsigned t = threadIdx.x;
  unsigned x = t * 7 + 1;
  for (int round = 0; round < kRounds; ++round) {
    tile[t] = x;
    __syncthreads();
    x += tile[(t + 1) % kThreads];
    if (apart && t / 32 % 2) {
      __syncthreads();
      x = much(x, table) + 1;
    } else {
      __syncthreads();
      x = much(x + 5, table);
    }
  }
  out[t] = x;
}

int main() {
  unsigned *table, *out;
  cudaMallocManaged(&table, 7 * sizeof(unsigned));
  cudaMallocManaged(&out, kThreads * sizeof(unsigned));
  for (unsigned i = 0; i < 7; ++i) table[i] = i * 2654435761u + 11;
  int failures = 0;
  for (int apart = 0; apart < 2; ++apart) {
    kernel<<<1, kThreads>>>(table, out, apart);
    if (cudaDeviceSynchronize() != cudaSuccess) ++failures;
    unsigned x[kThreads], tile[kThreads];
    for (unsigned t = 0; t < kThreads; ++t) x[t] = t * 7 + 1;
    for (int round = 0; round < kRounds; ++round) {
      for (unsigned t = 0; t < kThreads; ++t) tile[t] = x[t];
      for (unsigned t = 0; t < kThreads; ++t) {
        x[t] += tile[(t + 1) % kThreads];
        x[t] = apart && t / 32 % 2 ? much(x[t], table) + 1 : much(x[t] + 5, table);
      }
    }
    for (unsigned t = 0; t < kThreads; ++t) {
      if (out[t] == x[t]) continue;
      if (failures++ < 10) std::printf("apart %d thread %u: %u, not %u\n", apart, t, out[t], x[t]);
    }
  }
  std::printf(failures ? "FAILED\n" : "ok\n");
  return failures != 0;
}
