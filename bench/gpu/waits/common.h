// SPDX-License-Identifier: Apache-2.0
// What the measurements share: times of launches by events, medians; results go to stderr as CSV.
// None warms up as ../measure.h does: launches use up the heap, the FIFO of printf, pages that
// move.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
using u64 = unsigned long long;
inline void check(const char* what) {
  if (auto e = cudaGetLastError()) fprintf(stderr, "# error %s: %s\n", what, cudaGetErrorString(e));
}
template <class F>
double us(F launch, int times = 5) {
  cudaEvent_t a, b;
  cudaEventCreate(&a), cudaEventCreate(&b);
  std::vector<float> all;
  for (int i = 0; i < times; ++i) {
    cudaEventRecord(a), launch(), cudaEventRecord(b), cudaEventSynchronize(b);
    float ms = 0;
    cudaEventElapsedTime(&ms, a, b), all.push_back(ms * 1000);
  }
  cudaEventDestroy(a), cudaEventDestroy(b);
  std::sort(all.begin(), all.end());
  check("launch");
  return all[all.size() / 2];
}
__device__ inline u64 global_ns() {
  u64 t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  return t;
}
