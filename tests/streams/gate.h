// SPDX-License-Identifier: Apache-2.0
// Kernels that wait until somebody opens their gate, so that tests need no clock to know what has
// not ended yet.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

namespace gate {

inline int& failures() {
  static int count = 0;
  return count;
}
inline void that(bool right, const char* what) {
  if (right) return;
  ++failures();
  std::printf("FAIL %s\n", what);
}
inline void is(cudaError_t got, cudaError_t want, const char* what) {
  if (got == want) return;
  ++failures();
  std::printf("FAIL %s: %s, not %s\n", what, cudaGetErrorName(got), cudaGetErrorName(want));
}
inline void ok(cudaError_t error, const char* what) {
  is(error, cudaSuccess, what);
}
inline int result() {
  return failures() != 0;
}

// Pinned host memory that kernels see, zeroed.
template <class T>
T* pinned(size_t count) {
  T* p = nullptr;
  ok(cudaMallocHost(&p, count * sizeof(T)), "cudaMallocHost");
  for (size_t i = 0; i < count; ++i) p[i] = T();
  return p;
}

// Goes on when *gate is not 0, and then writes `value`.
__global__ void pass(volatile unsigned* gate, unsigned* out, unsigned value) {
  while (*gate == 0) {
  }
  *out = value;
}
__global__ void open(volatile unsigned* gate) {
  *gate = 1;
}
__global__ void write(unsigned* out, unsigned value) {
  *out = value;
}
// Appends a value.
__global__ void note(unsigned* log, unsigned* count, unsigned value) {
  log[atomicAdd(count, 1)] = value;
}

}  // namespace gate
