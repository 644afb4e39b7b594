// SPDX-License-Identifier: Apache-2.0
// Device declarations of the mathematical functions (CUDA Math API, "Single Precision Mathematical
// Functions", "Double Precision Mathematical Functions"). Declared before <cmath>, so that its
// using-declarations bring the device functions into namespace std too. How each name is
// implemented: src/devicelib/math_table.inc; how exact each is: docs/math.md.
#pragma once

#ifdef __USE_FAST_MATH__
#define HEDDLE_FAST(name) __asm__(name)
#else
#define HEDDLE_FAST(name)
#endif
#define HEDDLE_CONST __device__ __attribute__((const, nothrow, noconvergent))

// ---- functions that exist as calls ----
#define HEDDLE_MATH_1(name)                               \
  extern "C" HEDDLE_CONST double name(double);            \
  extern "C" HEDDLE_CONST float name##f(float);           \
  static __device__ __forceinline__ float name(float x) { \
    return name##f(x);                                    \
  }
#define HEDDLE_MATH_2(name)                                        \
  extern "C" HEDDLE_CONST double name(double, double);             \
  extern "C" HEDDLE_CONST float name##f(float, float);             \
  static __device__ __forceinline__ float name(float x, float y) { \
    return name##f(x, y);                                          \
  }
#define HEDDLE_MATH_FAST_1(name)                                            \
  extern "C" HEDDLE_CONST double name(double);                              \
  extern "C" HEDDLE_CONST float name##f(float) HEDDLE_FAST("__" #name "f"); \
  static __device__ __forceinline__ float name(float x) {                   \
    return name##f(x);                                                      \
  }

HEDDLE_MATH_FAST_1(sin)
HEDDLE_MATH_FAST_1(cos)
HEDDLE_MATH_FAST_1(tan)
HEDDLE_MATH_FAST_1(exp)
HEDDLE_MATH_FAST_1(exp10)
HEDDLE_MATH_FAST_1(log)
HEDDLE_MATH_FAST_1(log2)
HEDDLE_MATH_FAST_1(log10)
HEDDLE_MATH_1(acos)
HEDDLE_MATH_1(acosh)
HEDDLE_MATH_1(asin)
HEDDLE_MATH_1(asinh)
HEDDLE_MATH_1(atan)
HEDDLE_MATH_1(atanh)
HEDDLE_MATH_1(cbrt)
HEDDLE_MATH_1(cosh)
HEDDLE_MATH_1(erf)
HEDDLE_MATH_1(erfc)
HEDDLE_MATH_1(exp2)
HEDDLE_MATH_1(expm1)
HEDDLE_MATH_1(lgamma)
HEDDLE_MATH_1(log1p)
HEDDLE_MATH_1(sinh)
HEDDLE_MATH_1(tanh)
HEDDLE_MATH_1(tgamma)
HEDDLE_MATH_1(erfcinv)
HEDDLE_MATH_1(erfcx)
HEDDLE_MATH_1(erfinv)
HEDDLE_MATH_1(normcdf)
HEDDLE_MATH_1(normcdfinv)
HEDDLE_MATH_1(rcbrt)
HEDDLE_MATH_1(rsqrt)
HEDDLE_MATH_1(sinpi)
HEDDLE_MATH_1(cospi)
HEDDLE_MATH_1(j0)
HEDDLE_MATH_1(j1)
HEDDLE_MATH_1(y0)
HEDDLE_MATH_1(y1)
HEDDLE_MATH_1(cyl_bessel_i0)
HEDDLE_MATH_1(cyl_bessel_i1)
extern "C" HEDDLE_CONST double pow(double, double);
extern "C" HEDDLE_CONST float powf(float, float) HEDDLE_FAST("__powf");
static __device__ __forceinline__ float pow(float x, float y) {
  return powf(x, y);
}
HEDDLE_MATH_2(atan2)
HEDDLE_MATH_2(fmod)
HEDDLE_MATH_2(hypot)
HEDDLE_MATH_2(remainder)
HEDDLE_MATH_2(nextafter)
HEDDLE_MATH_2(rhypot)

// ---- functions that are one instruction or a few ----
#define HEDDLE_MATH_INLINE_1(name)                             \
  extern "C" {                                                 \
  static HEDDLE_CONST __forceinline__ double name(double x) {  \
    return __builtin_##name(x);                                \
  }                                                            \
  static HEDDLE_CONST __forceinline__ float name##f(float x) { \
    return __builtin_##name##f(x);                             \
  }                                                            \
  }                                                            \
  static HEDDLE_CONST __forceinline__ float name(float x) {    \
    return __builtin_##name##f(x);                             \
  }
#define HEDDLE_MATH_INLINE_2(name)                                      \
  extern "C" {                                                          \
  static HEDDLE_CONST __forceinline__ double name(double x, double y) { \
    return __builtin_##name(x, y);                                      \
  }                                                                     \
  static HEDDLE_CONST __forceinline__ float name##f(float x, float y) { \
    return __builtin_##name##f(x, y);                                   \
  }                                                                     \
  }                                                                     \
  static HEDDLE_CONST __forceinline__ float name(float x, float y) {    \
    return __builtin_##name##f(x, y);                                   \
  }
HEDDLE_MATH_INLINE_1(ceil)
HEDDLE_MATH_INLINE_1(fabs)
HEDDLE_MATH_INLINE_1(floor)
HEDDLE_MATH_INLINE_1(nearbyint)
HEDDLE_MATH_INLINE_1(rint)
HEDDLE_MATH_INLINE_1(round)
HEDDLE_MATH_INLINE_1(sqrt)
HEDDLE_MATH_INLINE_1(trunc)
HEDDLE_MATH_INLINE_2(copysign)
HEDDLE_MATH_INLINE_2(fmax)
HEDDLE_MATH_INLINE_2(fmin)

extern "C" {
static HEDDLE_CONST __forceinline__ double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
static HEDDLE_CONST __forceinline__ float fmaf(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
static HEDDLE_CONST __forceinline__ double fdim(double x, double y) {
  return x <= y ? 0.0 : x - y;
}
static HEDDLE_CONST __forceinline__ float fdimf(float x, float y) {
  return x <= y ? 0.0f : x - y;
}
static HEDDLE_CONST __forceinline__ float fdividef(float x, float y) {
  return x / y;
}
// The lowest value stays as it is.
static HEDDLE_CONST __forceinline__ int abs(int x) {
  return x < 0 ? (int)(0 - (unsigned int)x) : x;
}
static HEDDLE_CONST __forceinline__ long labs(long x) {
  return x < 0 ? (long)(0 - (unsigned long)x) : x;
}
static HEDDLE_CONST __forceinline__ long long llabs(long long x) {
  return x < 0 ? (long long)(0 - (unsigned long long)x) : x;
}

HEDDLE_CONST double ldexp(double, int);
HEDDLE_CONST float ldexpf(float, int);
HEDDLE_CONST double scalbn(double, int);
HEDDLE_CONST float scalbnf(float, int);
HEDDLE_CONST double scalbln(double, long);
HEDDLE_CONST float scalblnf(float, long);
HEDDLE_CONST int ilogb(double);
HEDDLE_CONST int ilogbf(float);
HEDDLE_CONST double logb(double);
HEDDLE_CONST float logbf(float);
HEDDLE_CONST long lrint(double);
HEDDLE_CONST long lrintf(float);
HEDDLE_CONST long long llrint(double);
HEDDLE_CONST long long llrintf(float);
HEDDLE_CONST long lround(double);
HEDDLE_CONST long lroundf(float);
HEDDLE_CONST long long llround(double);
HEDDLE_CONST long long llroundf(float);
HEDDLE_CONST double jn(int, double);
HEDDLE_CONST float jnf(int, float);
HEDDLE_CONST double yn(int, double);
HEDDLE_CONST float ynf(int, float);
HEDDLE_CONST double norm3d(double, double, double);
HEDDLE_CONST float norm3df(float, float, float);
HEDDLE_CONST double rnorm3d(double, double, double);
HEDDLE_CONST float rnorm3df(float, float, float);
HEDDLE_CONST double norm4d(double, double, double, double);
HEDDLE_CONST float norm4df(float, float, float, float);
HEDDLE_CONST double rnorm4d(double, double, double, double);
HEDDLE_CONST float rnorm4df(float, float, float, float);
__device__ __attribute__((nothrow)) double norm(int, const double*);
__device__ __attribute__((nothrow)) float normf(int, const float*);
__device__ __attribute__((nothrow)) double rnorm(int, const double*);
__device__ __attribute__((nothrow)) float rnormf(int, const float*);
__device__ __attribute__((nothrow)) double frexp(double, int*);
__device__ __attribute__((nothrow)) float frexpf(float, int*);
__device__ __attribute__((nothrow)) double modf(double, double*);
__device__ __attribute__((nothrow)) float modff(float, float*);
__device__ __attribute__((nothrow)) double remquo(double, double, int*);
__device__ __attribute__((nothrow)) float remquof(float, float, int*);
__device__ __attribute__((nothrow)) void sincos(double, double*, double*);
__device__ __attribute__((nothrow)) void sincosf(float, float*, float*) HEDDLE_FAST("__sincosf");
__device__ __attribute__((nothrow)) void sincospi(double, double*, double*);
__device__ __attribute__((nothrow)) void sincospif(float, float*, float*);
__device__ __attribute__((nothrow)) double nan(const char*);
__device__ __attribute__((nothrow)) float nanf(const char*);
}

#define HEDDLE_FLOAT_OVERLOAD(R, name, params, args) \
  static __device__ __forceinline__ R name params {  \
    return name##f args;                             \
  }
HEDDLE_FLOAT_OVERLOAD(float, fma, (float x, float y, float z), (x, y, z))
HEDDLE_FLOAT_OVERLOAD(float, fdim, (float x, float y), (x, y))
HEDDLE_FLOAT_OVERLOAD(float, ldexp, (float x, int n), (x, n))
HEDDLE_FLOAT_OVERLOAD(float, scalbn, (float x, int n), (x, n))
HEDDLE_FLOAT_OVERLOAD(float, scalbln, (float x, long n), (x, n))
HEDDLE_FLOAT_OVERLOAD(int, ilogb, (float x), (x))
HEDDLE_FLOAT_OVERLOAD(float, logb, (float x), (x))
HEDDLE_FLOAT_OVERLOAD(long, lrint, (float x), (x))
HEDDLE_FLOAT_OVERLOAD(long long, llrint, (float x), (x))
HEDDLE_FLOAT_OVERLOAD(long, lround, (float x), (x))
HEDDLE_FLOAT_OVERLOAD(long long, llround, (float x), (x))
HEDDLE_FLOAT_OVERLOAD(float, jn, (int n, float x), (n, x))
HEDDLE_FLOAT_OVERLOAD(float, yn, (int n, float x), (n, x))
HEDDLE_FLOAT_OVERLOAD(float, norm3d, (float a, float b, float c), (a, b, c))
HEDDLE_FLOAT_OVERLOAD(float, rnorm3d, (float a, float b, float c), (a, b, c))
HEDDLE_FLOAT_OVERLOAD(float, norm4d, (float a, float b, float c, float d), (a, b, c, d))
HEDDLE_FLOAT_OVERLOAD(float, rnorm4d, (float a, float b, float c, float d), (a, b, c, d))
HEDDLE_FLOAT_OVERLOAD(float, norm, (int n, const float* p), (n, p))
HEDDLE_FLOAT_OVERLOAD(float, rnorm, (int n, const float* p), (n, p))
HEDDLE_FLOAT_OVERLOAD(float, frexp, (float x, int* n), (x, n))
HEDDLE_FLOAT_OVERLOAD(float, modf, (float x, float* i), (x, i))
HEDDLE_FLOAT_OVERLOAD(float, remquo, (float x, float y, int* q), (x, y, q))
HEDDLE_FLOAT_OVERLOAD(void, sincos, (float x, float* s, float* c), (x, s, c))
HEDDLE_FLOAT_OVERLOAD(void, sincospi, (float x, float* s, float* c), (x, s, c))

#undef HEDDLE_FLOAT_OVERLOAD
#undef HEDDLE_MATH_INLINE_2
#undef HEDDLE_MATH_INLINE_1
#undef HEDDLE_MATH_FAST_1
#undef HEDDLE_MATH_2
#undef HEDDLE_MATH_1
#undef HEDDLE_FAST
