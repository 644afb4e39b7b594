// SPDX-License-Identifier: Apache-2.0
// make_<type>() for the built-in vector types (CUDA C++ Programming Guide, "Built-in Vector
// Types").
#pragma once

// The name by which other headers ask whether this one was included.
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define HEDDLE_MAKE static __inline__ __attribute__((always_inline, unused)) __host__ __device__
#ifdef __cplusplus
#define HEDDLE_MAKE_VECTOR(T, base)                                        \
  HEDDLE_MAKE constexpr T##1 make_##T##1(base x) {                         \
    return T##1 {x};                                                       \
  }                                                                        \
  HEDDLE_MAKE constexpr T##2 make_##T##2(base x, base y) {                 \
    return T##2 {x, y};                                                    \
  }                                                                        \
  HEDDLE_MAKE constexpr T##3 make_##T##3(base x, base y, base z) {         \
    return T##3 {x, y, z};                                                 \
  }                                                                        \
  HEDDLE_MAKE constexpr T##4 make_##T##4(base x, base y, base z, base w) { \
    return T##4 {x, y, z, w};                                              \
  }
#else
#define HEDDLE_MAKE_VECTOR(T, base)                              \
  HEDDLE_MAKE T##1 make_##T##1(base x) {                         \
    T##1 r = {x};                                                \
    return r;                                                    \
  }                                                              \
  HEDDLE_MAKE T##2 make_##T##2(base x, base y) {                 \
    T##2 r = {x, y};                                             \
    return r;                                                    \
  }                                                              \
  HEDDLE_MAKE T##3 make_##T##3(base x, base y, base z) {         \
    T##3 r = {x, y, z};                                          \
    return r;                                                    \
  }                                                              \
  HEDDLE_MAKE T##4 make_##T##4(base x, base y, base z, base w) { \
    T##4 r = {x, y, z, w};                                       \
    return r;                                                    \
  }
#endif

HEDDLE_MAKE_VECTOR(char, signed char)
HEDDLE_MAKE_VECTOR(uchar, unsigned char)
HEDDLE_MAKE_VECTOR(short, short)
HEDDLE_MAKE_VECTOR(ushort, unsigned short)
HEDDLE_MAKE_VECTOR(int, int)
HEDDLE_MAKE_VECTOR(uint, unsigned int)
HEDDLE_MAKE_VECTOR(long, long int)
HEDDLE_MAKE_VECTOR(ulong, unsigned long int)
HEDDLE_MAKE_VECTOR(longlong, long long int)
HEDDLE_MAKE_VECTOR(ulonglong, unsigned long long int)
HEDDLE_MAKE_VECTOR(float, float)
HEDDLE_MAKE_VECTOR(double, double)

#undef HEDDLE_MAKE_VECTOR
#undef HEDDLE_MAKE
