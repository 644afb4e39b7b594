// SPDX-License-Identifier: Apache-2.0
// What the programs that print SET(name) rows have in common: errors as lines of what they print,
// and numbers that are the same in every run.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>

#define OK(x)                                               \
  do {                                                      \
    cudaError_t e = (x);                                    \
    if (e != cudaSuccess) {                                 \
      printf("// ERROR %s: %s\n", #x, cudaGetErrorName(e)); \
    }                                                       \
  } while (0)

inline unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}
inline unsigned seed = 1;
inline float unit() {
  return (mix(seed++ * 2654435761u) >> 8) * 0x1p-24f;
}
inline float between(float a, float b) {
  return a + (b - a) * unit();
}
