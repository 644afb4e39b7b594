// SPDX-License-Identifier: Apache-2.0
// ::min and ::max of the arithmetic types, mixed ones too, on both sides (CUDA Math API, "Integer
// Mathematical Functions"). Floating-point ones ignore a NaN operand, as fmin and fmax do.
#pragma once

#define HEDDLE_MINMAX(A, B, R)                                           \
  static __host__ __device__ __forceinline__ constexpr R min(A a, B b) { \
    return (R)a < (R)b ? (R)a : (R)b;                                    \
  }                                                                      \
  static __host__ __device__ __forceinline__ constexpr R max(A a, B b) { \
    return (R)a < (R)b ? (R)b : (R)a;                                    \
  }
#define HEDDLE_MINMAX_SIGNS(S, U) \
  HEDDLE_MINMAX(S, S, S)          \
  HEDDLE_MINMAX(U, U, U)          \
  HEDDLE_MINMAX(S, U, U)          \
  HEDDLE_MINMAX(U, S, U)
HEDDLE_MINMAX_SIGNS(int, unsigned int)
HEDDLE_MINMAX_SIGNS(long, unsigned long)
HEDDLE_MINMAX_SIGNS(long long, unsigned long long)
#undef HEDDLE_MINMAX_SIGNS
#undef HEDDLE_MINMAX

#define HEDDLE_FMINMAX(A, B, R, suffix)                        \
  static __host__ __device__ __forceinline__ R min(A a, B b) { \
    return __builtin_fmin##suffix(a, b);                       \
  }                                                            \
  static __host__ __device__ __forceinline__ R max(A a, B b) { \
    return __builtin_fmax##suffix(a, b);                       \
  }
HEDDLE_FMINMAX(float, float, float, f)
HEDDLE_FMINMAX(double, double, double, )
HEDDLE_FMINMAX(float, double, double, )
HEDDLE_FMINMAX(double, float, double, )
#undef HEDDLE_FMINMAX

#define HEDDLE_INTEGER_MINMAX(T, prefix)                                         \
  static __host__ __device__ __forceinline__ constexpr T prefix##min(T a, T b) { \
    return a < b ? a : b;                                                        \
  }                                                                              \
  static __host__ __device__ __forceinline__ constexpr T prefix##max(T a, T b) { \
    return a < b ? b : a;                                                        \
  }
HEDDLE_INTEGER_MINMAX(unsigned int, u)
HEDDLE_INTEGER_MINMAX(long long, ll)
HEDDLE_INTEGER_MINMAX(unsigned long long, ull)
#undef HEDDLE_INTEGER_MINMAX
