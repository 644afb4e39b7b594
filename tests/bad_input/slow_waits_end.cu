// SPDX-License-Identifier: Apache-2.0
// Waits that take long and end are not taken for endless ones: for a word that another thread of
// the host sets in mapped memory, for a lane that computes, with a limit of time.
#include <unistd.h>

#include <thread>

#include "bad.h"

__device__ unsigned long long nanoseconds() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

__global__ void for_host(volatile unsigned* flag, unsigned* out) {
  while (flag[threadIdx.x % 3] == 0) {
  }
  out[threadIdx.x] = flag[threadIdx.x % 3] + threadIdx.x;
}

// Warp 0 computes for a while and polls too, now and then; the others wait for what it writes.
__global__ void for_warp(volatile unsigned* word, unsigned* out, long long ns) {
  unsigned sum = 1;
  if (threadIdx.x < 32) {
    const unsigned long long begin = nanoseconds();
    while (word[1] == 0 && nanoseconds() < begin + ns) sum = sum * 3 + 1;
    if (threadIdx.x == 0) word[0] = 7;
  }
  while (word[0] == 0) {
  }
  out[threadIdx.x] = word[0] + threadIdx.x;
}

// A thread counts in memory while the others of its block look at the number.
__global__ void for_count(volatile unsigned* count, unsigned* out, long long ns) {
  if (threadIdx.x == 40) {
    const unsigned long long begin = nanoseconds();
    while (nanoseconds() < begin + ns) ++count[1];
    count[0] = 7;
  } else {
    while (count[0] == 0) {
    }
  }
  out[threadIdx.x] = 7 + threadIdx.x;
}

int main() {
  unsigned *flag, *word, *out, host[64];
  cudaHostAlloc(&flag, 64, cudaHostAllocMapped);
  cudaMalloc(&word, 64);
  cudaMalloc(&out, sizeof host);
  const auto is_there = [&](const char* what) {
    bad::is(cudaDeviceSynchronize(), cudaSuccess, what);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < 64; ++i) bad::that(host[i] == 7 + i, what);
    cudaMemset(out, 0, sizeof host);
    cudaMemset(word, 0, 64);
  };
  cudaMemset(word, 0, 64);
  for_warp<<<1, 64>>>(word, out, 2'500'000'000);
  is_there("a warp that computes");
  for_count<<<1, 64>>>(word, out, 2'500'000'000);
  is_there("a thread that counts");

  flag[0] = flag[1] = flag[2] = 0;
  std::thread later([&] {
    usleep(2'600'000);
    for (int k = 0; k < 3; ++k) reinterpret_cast<volatile unsigned*>(flag)[k] = 7;
  });
  for_host<<<1, 64>>>(flag, out);
  is_there("a thread of the host");
  later.join();
  return bad::failures() != 0;
}
