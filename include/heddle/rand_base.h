// SPDX-License-Identifier: Apache-2.0
// What the generators of cuRAND are written with. The same functions run in kernels
// (curand_kernel.h) and in libcurand, which is host code: each has one definition.
#pragma once

#if defined(__CUDACC__)
#define HEDDLE_RAND static __host__ __device__ __forceinline__
#else
#define HEDDLE_RAND static inline __attribute__((always_inline))
#endif
// A function by itself, which `heddle profile` counts as one.
#if defined(__CUDA_ARCH__)
#define HEDDLE_RAND_ONE static __device__ __attribute__((noinline))
#elif defined(__CUDACC__)
#define HEDDLE_RAND_ONE static __host__ __device__ inline
#else
#define HEDDLE_RAND_ONE static inline
#endif
#define HEDDLE_RAND_TABLE static constexpr
#if defined(__clang__)
#define HEDDLE_RAND_UNROLL _Pragma("unroll")
#define HEDDLE_RAND_LOOP _Pragma("nounroll")
#else
#define HEDDLE_RAND_UNROLL
#define HEDDLE_RAND_LOOP
#endif

// What a state keeps of a pair of normally distributed numbers until the second is asked for.
#define HEDDLE_RAND_KEPT_NORMAL      \
  int has_normal, has_normal_double; \
  float kept_normal;                 \
  double kept_normal_double;

namespace heddle_rand {

typedef unsigned long long u64;

template <class State>
HEDDLE_RAND void keep_no_normal(State* s) {
  s->has_normal = s->has_normal_double = 0;
  s->kept_normal = 0;
  s->kept_normal_double = 0;
}

#include "heddle/rand_tables.inc"

}  // namespace heddle_rand
