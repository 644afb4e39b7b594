// SPDX-License-Identifier: Apache-2.0
// Indexed loads of constant memory: cycles by number of different words that a warp asks for.
#include "common.h"
__constant__ int table[8192];
__constant__ int4 wide[1024];
// lane l reads word (l % distinct) * apart of a window that moves through `bytes`; the next index
// depends on the loaded value (0)
template <bool chained>
__global__ void words(int distinct, int apart, int mask, int rounds, int* out, u64* cycles) {
  const int lane = threadIdx.x % 32;
  int at = (lane % distinct) * apart, sum = 0;
  for (int i = 0; i < rounds; ++i) {  // fills the caches
    sum += table[at & mask];
    at += 64;
  }
  at = (lane % distinct) * apart;
  __syncthreads();
  const u64 begin = clock64();
  for (int i = 0; i < rounds; ++i) {
    const int v = table[at & mask];
    sum += v;
    at += 64 + (chained ? v : 0);
  }
  __syncthreads();
  const u64 took = clock64() - begin;
  if (sum == 12345) *out = sum;
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = took;
}
__global__ void vectors(int distinct, int mask, int rounds, int* out, u64* cycles) {
  const int lane = threadIdx.x % 32;
  int at = lane % distinct, sum = 0;
  __syncthreads();
  const u64 begin = clock64();
  for (int i = 0; i < rounds; ++i) {
    const int4 v = wide[at & mask];
    sum += v.x + v.y + v.z + v.w;
    at += 16 + v.x;
  }
  __syncthreads();
  const u64 took = clock64() - begin;
  if (sum == 12345) *out = sum;
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = took;
}
int main() {
  u64 *cycles, c;
  int* out;
  cudaMalloc(&cycles, 8), cudaMalloc(&out, 4);
  fprintf(stderr,
          "kind,blocks,threads,distinct,apart,bytes,cycles_load,cycles_of_sm_per_warp_load\n");
  const int rounds = 1024;
  for (int blocks : {1, 132})
    for (int threads : {32, 128, 1024})
      for (int bytes : {256, 1024, 8192, 32768})
        for (int distinct : {1, 2, 4, 8, 16, 32})
          for (int apart : {1, 16}) {
            if (distinct == 1 && apart > 1) continue;
            for (int k = 0; k < 2; ++k)
              words<true><<<blocks, threads>>>(distinct, apart, bytes / 4 - 1, rounds, out, cycles);
            cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
            fprintf(stderr, "chain,%d,%d,%d,%d,%d,%.2f,%.3f\n", blocks, threads, distinct, apart,
                    bytes, c / double(rounds), c / double(rounds) / (threads / 32));
            words<false><<<blocks, threads>>>(distinct, apart, bytes / 4 - 1, rounds, out, cycles);
            cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
            fprintf(stderr, "free,%d,%d,%d,%d,%d,%.2f,%.3f\n", blocks, threads, distinct, apart,
                    bytes, c / double(rounds), c / double(rounds) / (threads / 32));
          }
  for (int threads : {32, 1024})
    for (int distinct : {1, 2, 4, 8, 16, 32}) {
      for (int k = 0; k < 2; ++k) vectors<<<132, threads>>>(distinct, 127, rounds, out, cycles);
      cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
      fprintf(stderr, "int4,132,%d,%d,,2048,%.2f,%.3f\n", threads, distinct, c / double(rounds),
              c / double(rounds) / (threads / 32));
    }
  check("end");
}
