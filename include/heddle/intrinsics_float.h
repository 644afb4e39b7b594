// SPDX-License-Identifier: Apache-2.0
// Floating-point intrinsics: operations with a rounding mode, fast approximations, conversions
// (CUDA Math API, "Single Precision Intrinsics", "Double Precision Intrinsics", "Type Casting
// Intrinsics"). What is only declared is defined in src/devicelib.
#pragma once

// Never contracted into a fused multiply-add: that is what programs use these for. On a device they
// are instructions of their own until products have been joined with sums: clang would make one
// product of x * y and __fmul_rn(x, y), and that one may not be joined.
#ifdef __CUDA_ARCH__
#define HEDDLE_APART(written, instruction) instruction
#else
#define HEDDLE_APART(written, instruction) written
#endif
#define HEDDLE_UNCONTRACTED(T, name, written, instruction)                                        \
  static HEDDLE_CONST __forceinline__ T name(T x, T y) {                                          \
    _Pragma("clang fp contract(off) reassociate(off)") return HEDDLE_APART(written, instruction); \
  }
HEDDLE_UNCONTRACTED(float, __fadd_rn, x + y, __nvvm_add_rn_f(x, y))
HEDDLE_UNCONTRACTED(float, __fsub_rn, x - y, __nvvm_add_rn_f(x, -y))
HEDDLE_UNCONTRACTED(float, __fmul_rn, x* y, __nvvm_mul_rn_f(x, y))
// Where a plain quotient or root is an approximation, these are calls.
#if defined(__CUDA_ARCH__) && defined(__HEDDLE_APPROXIMATE_DIVISION__)
extern "C" HEDDLE_CONST float __heddle_fdiv_rn(float, float);
HEDDLE_UNCONTRACTED(float, __fdiv_rn, x / y, __heddle_fdiv_rn(x, y))
#else
HEDDLE_UNCONTRACTED(float, __fdiv_rn, x / y, x / y)
#endif
HEDDLE_UNCONTRACTED(double, __dadd_rn, x + y, __nvvm_add_rn_d(x, y))
HEDDLE_UNCONTRACTED(double, __dsub_rn, x - y, __nvvm_add_rn_d(x, -y))
HEDDLE_UNCONTRACTED(double, __dmul_rn, x* y, __nvvm_mul_rn_d(x, y))
HEDDLE_UNCONTRACTED(double, __ddiv_rn, x / y, x / y)
#undef HEDDLE_APART
#undef HEDDLE_UNCONTRACTED
static HEDDLE_CONST __forceinline__ float __frcp_rn(float x) {
  return __fdiv_rn(1.0f, x);
}
static HEDDLE_CONST __forceinline__ double __drcp_rn(double x) {
  return __ddiv_rn(1.0, x);
}
#if defined(__CUDA_ARCH__) && defined(__HEDDLE_APPROXIMATE_ROOT__)
extern "C" HEDDLE_CONST float __heddle_fsqrt_rn(float);
#else
#define __heddle_fsqrt_rn __builtin_sqrtf
#endif
static HEDDLE_CONST __forceinline__ float __fsqrt_rn(float x) {
  return __heddle_fsqrt_rn(x);
}
#undef __heddle_fsqrt_rn
static HEDDLE_CONST __forceinline__ double __dsqrt_rn(double x) {
  return __builtin_sqrt(x);
}
static HEDDLE_CONST __forceinline__ float __fmaf_rn(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
// With denormals even where they are flushed otherwise: here they never are.
static HEDDLE_CONST __forceinline__ float __fmaf_ieee_rn(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
static HEDDLE_CONST __forceinline__ double __fma_rn(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
static HEDDLE_CONST __forceinline__ float __saturatef(float x) {
  return __builtin_fminf(__builtin_fmaxf(x, 0.0f), 1.0f);
}
// 1 / y of a large y would be subnormal, and counts as zero.
#ifdef __CUDA_ARCH__
extern "C" HEDDLE_CONST float __fdividef(float x, float y);
#else
static HEDDLE_CONST __forceinline__ float __fdividef(float x, float y) {
  return __builtin_fabsf(y) > 0x1p126f ? x * __builtin_copysignf(0.0f, y) : x / y;
}
#endif
static HEDDLE_CONST __forceinline__ double fdivide(double x, double y) {
  return x / y;
}
static HEDDLE_CONST __forceinline__ float fdivide(float x, float y) {
  return x / y;
}
static HEDDLE_CONST __forceinline__ float saturate(float x) {
  return __saturatef(x);
}

extern "C" {
#define HEDDLE_DIRECTED(mode)                                \
  HEDDLE_CONST float __fadd_##mode(float, float);            \
  HEDDLE_CONST float __fsub_##mode(float, float);            \
  HEDDLE_CONST float __fmul_##mode(float, float);            \
  HEDDLE_CONST float __fdiv_##mode(float, float);            \
  HEDDLE_CONST float __frcp_##mode(float);                   \
  HEDDLE_CONST float __fsqrt_##mode(float);                  \
  HEDDLE_CONST float __fmaf_##mode(float, float, float);     \
  HEDDLE_CONST double __dadd_##mode(double, double);         \
  HEDDLE_CONST double __dsub_##mode(double, double);         \
  HEDDLE_CONST double __dmul_##mode(double, double);         \
  HEDDLE_CONST double __ddiv_##mode(double, double);         \
  HEDDLE_CONST double __drcp_##mode(double);                 \
  HEDDLE_CONST double __dsqrt_##mode(double);                \
  HEDDLE_CONST double __fma_##mode(double, double, double);  \
  HEDDLE_CONST float __double2float_##mode(double);          \
  HEDDLE_CONST float __int2float_##mode(int);                \
  HEDDLE_CONST float __uint2float_##mode(unsigned int);      \
  HEDDLE_CONST float __ll2float_##mode(long long);           \
  HEDDLE_CONST float __ull2float_##mode(unsigned long long); \
  HEDDLE_CONST double __ll2double_##mode(long long);         \
  HEDDLE_CONST double __ull2double_##mode(unsigned long long);
HEDDLE_DIRECTED(rz)
HEDDLE_DIRECTED(ru)
HEDDLE_DIRECTED(rd)
#undef HEDDLE_DIRECTED
static HEDDLE_CONST __forceinline__ float __fmaf_ieee_rz(float x, float y, float z) {
  return __fmaf_rz(x, y, z);
}
static HEDDLE_CONST __forceinline__ float __fmaf_ieee_ru(float x, float y, float z) {
  return __fmaf_ru(x, y, z);
}
static HEDDLE_CONST __forceinline__ float __fmaf_ieee_rd(float x, float y, float z) {
  return __fmaf_rd(x, y, z);
}
HEDDLE_CONST float __frsqrt_rn(float);

HEDDLE_CONST float __sinf(float);
HEDDLE_CONST float __cosf(float);
HEDDLE_CONST float __tanf(float);
HEDDLE_CONST float __expf(float);
HEDDLE_CONST float __exp10f(float);
HEDDLE_CONST float __logf(float);
HEDDLE_CONST float __log2f(float);
HEDDLE_CONST float __log10f(float);
HEDDLE_CONST float __powf(float, float);
__device__ __attribute__((nothrow)) void __sincosf(float, float*, float*);
}

// To integers: saturating; NaN becomes 0 from float to 32 bits and the sign bit in all other forms
// (as measured on an H200). The value is clamped before it is converted, which leaves no branch.
#define HEDDLE_TO_INTEGER(from, F, round, to, I, low, limit, high, on_nan)            \
  static HEDDLE_CONST __forceinline__ I __##from##2##to##_##round(F x) {              \
    const F below = (F)limit - (F)limit * (sizeof(F) == 4 ? (F)0x1p-24 : (F)0x1p-53); \
    F r = HEDDLE_ROUND_##round(F, x);                                                 \
    F clamped = r > (F)low ? r : (F)low;                                              \
    I i = (I)(clamped < below ? clamped : below);                                     \
    i = r >= (F)limit ? (I)high : i;                                                  \
    return r == r ? i : (I)on_nan;                                                    \
  }
#define HEDDLE_ROUND_rn(F, x) (sizeof(F) == 4 ? (F)__builtin_rintf((float)x) : (F)__builtin_rint(x))
#define HEDDLE_ROUND_rz(F, x) \
  (sizeof(F) == 4 ? (F)__builtin_truncf((float)x) : (F)__builtin_trunc(x))
#define HEDDLE_ROUND_ru(F, x) (sizeof(F) == 4 ? (F)__builtin_ceilf((float)x) : (F)__builtin_ceil(x))
#define HEDDLE_ROUND_rd(F, x) \
  (sizeof(F) == 4 ? (F)__builtin_floorf((float)x) : (F)__builtin_floor(x))
#define HEDDLE_TO_INTEGERS(from, F, round, nan32)                                              \
  HEDDLE_TO_INTEGER(from, F, round, int, int, -0x1p31, 0x1p31, 0x7fffffff, nan32)              \
  HEDDLE_TO_INTEGER(from, F, round, uint, unsigned int, 0, 0x1p32, 0xffffffffu, nan32)         \
  HEDDLE_TO_INTEGER(from, F, round, ll, long long, -0x1p63, 0x1p63, 0x7fffffffffffffffll,      \
                    (long long)0x8000000000000000ull)                                          \
  HEDDLE_TO_INTEGER(from, F, round, ull, unsigned long long, 0, 0x1p64, 0xffffffffffffffffull, \
                    0x8000000000000000ull)
HEDDLE_TO_INTEGERS(float, float, rn, 0)
HEDDLE_TO_INTEGERS(float, float, rz, 0)
HEDDLE_TO_INTEGERS(float, float, ru, 0)
HEDDLE_TO_INTEGERS(float, float, rd, 0)
HEDDLE_TO_INTEGERS(double, double, rn, 0x80000000u)
HEDDLE_TO_INTEGERS(double, double, rz, 0x80000000u)
HEDDLE_TO_INTEGERS(double, double, ru, 0x80000000u)
HEDDLE_TO_INTEGERS(double, double, rd, 0x80000000u)
#undef HEDDLE_TO_INTEGERS
#undef HEDDLE_ROUND_rd
#undef HEDDLE_ROUND_ru
#undef HEDDLE_ROUND_rz
#undef HEDDLE_ROUND_rn
#undef HEDDLE_TO_INTEGER

#define HEDDLE_CONVERT(name, R, A)                  \
  static HEDDLE_CONST __forceinline__ R name(A x) { \
    return (R)x;                                    \
  }
HEDDLE_CONVERT(__double2float_rn, float, double)
HEDDLE_CONVERT(__int2float_rn, float, int)
HEDDLE_CONVERT(__uint2float_rn, float, unsigned int)
HEDDLE_CONVERT(__ll2float_rn, float, long long)
HEDDLE_CONVERT(__ull2float_rn, float, unsigned long long)
HEDDLE_CONVERT(__int2double_rn, double, int)
HEDDLE_CONVERT(__uint2double_rn, double, unsigned int)
HEDDLE_CONVERT(__ll2double_rn, double, long long)
HEDDLE_CONVERT(__ull2double_rn, double, unsigned long long)
#undef HEDDLE_CONVERT
