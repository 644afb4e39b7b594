// SPDX-License-Identifier: Apache-2.0
// What the generators of cuRAND are written with. The same functions run in kernels
// (curand_kernel.h) and in libcurand, which is host code: each has one definition.
#pragma once

#if defined(__CUDACC__)
#define HEDDLE_RAND static __host__ __device__ __forceinline__
#else
#define HEDDLE_RAND static inline __attribute__((always_inline))
#endif
#define HEDDLE_RAND_TABLE static constexpr

namespace heddle_rand {

typedef unsigned long long u64;

#include "heddle/rand_tables.inc"

// What the generators keep of a pair of normally distributed numbers until the second is asked for.
struct KeptNormal {
  int has_float, has_double;
  float second_float;
  double second_double;
};

}  // namespace heddle_rand
