// SPDX-License-Identifier: Apache-2.0
// What half, bfloat16 and fp8 share, on the host and on the device: exact conversions with every
// rounding mode. A format F_ says how its bits become a float (F_::widen, exact) and back
// (F_::nearest, to nearest even); all else follows from these two.
#pragma once

#ifndef __cplusplus
#error \
    "cuda_fp16.h, cuda_bf16.h, cuda_fp8.h, cuda_fp6.h and cuda_fp4.h are C++ headers here: compile as C++"
#endif

#include "host_defines.h"

#define HEDDLE_NARROW static __host__ __device__ __forceinline__

namespace heddle_narrow {

template <class A_, class B_>
struct only {};
template <class A_>
struct only<A_, A_> {
  typedef int type;
};

template <class To, class From>
HEDDLE_NARROW To bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}
#ifdef __CUDA_ARCH__
// The same bits, from an instruction that clang does not look into: it would make one product of
// __hmul(a, b) and __hmul_rn(a, b), and that one may not be joined with a sum.
HEDDLE_NARROW unsigned short apart(unsigned short bits) {
  asm("mov.b16 %0, %1;" : "=h"(bits) : "h"(bits));
  return bits;
}
#endif

enum Rounding { kNearest, kZero, kDown, kUp };

// The neighbours of a number of sign and magnitude.
HEDDLE_NARROW unsigned short below(unsigned short h) {
  return (unsigned short)(h & 0x8000 ? h + 1 : h - 1);
}
HEDDLE_NARROW unsigned short above(unsigned short h) {
  return (unsigned short)(h & 0x8000 ? h - 1 : h + 1);
}

template <class F_, Rounding mode>
HEDDLE_NARROW unsigned short from_float(float x) {
  const unsigned short h = F_::nearest(x);
  if (mode == kNearest) return h;
  const float back = F_::widen(h);
  if (mode == kDown) return back > x ? below(h) : h;
  if (mode == kUp) return back < x ? above(h) : h;
  return __builtin_fabsf(back) > __builtin_fabsf(x) ? (unsigned short)(h - 1) : h;
}

// A float for a second rounding to fewer bits, which then is the only one: inexact results are odd.
HEDDLE_NARROW float to_odd(double x) {
  const float near = (float)x;
  const double back = near;
  const unsigned int even = bits<unsigned int>(near);
  const unsigned int odd = __builtin_fabs(back) > __builtin_fabs(x) ? even - 1 : even + 1;
  const bool exact = !(back < x) && !(back > x);
  return bits<float>(exact || (even & 1) ? even : odd);
}
template <class F_, Rounding mode>
HEDDLE_NARROW unsigned short from_double(double x) {
  return from_float<F_, mode>(to_odd(x));
}

// Integers of more than 53 bits become exact in double by folding the last ones into one that says
// whether any was set: far below what narrow formats keep.
HEDDLE_NARROW double wide_integer(long long v) {
  const bool small = v < (1ll << 53) && v > -(1ll << 53);
  return (double)(small || !(v & 0x7ff) ? v : (v & ~0x7ffll) | 0x400);
}
HEDDLE_NARROW double wide_integer(unsigned long long v) {
  const bool small = v < (1ull << 53);
  return (double)(small || !(v & 0xfff) ? v : (v & ~0xfffull) | 0x800);
}
template <class F_, Rounding mode, class I_>
HEDDLE_NARROW unsigned short from_integer(I_ v) {
  if (sizeof(I_) <= 2) return from_float<F_, mode>((float)v);
  if (sizeof(I_) == 4) return from_double<F_, mode>((double)v);
  typedef long long Signed;
  typedef unsigned long long Unsigned;
  return (I_)-1 < (I_)0 ? from_double<F_, mode>(wide_integer((Signed)v))
                        : from_double<F_, mode>(wide_integer((Unsigned)v));
}

template <Rounding mode>
HEDDLE_NARROW float to_integral(float x) {
  return mode == kNearest ? __builtin_rintf(x)
         : mode == kZero  ? __builtin_truncf(x)
         : mode == kDown  ? __builtin_floorf(x)
                          : __builtin_ceilf(x);
}
// What is out of range becomes the nearest integer there is; not a number becomes `nan`.
template <class I_, Rounding mode>
HEDDLE_NARROW I_ to_integer(float value, I_ nan) {
  const float x = to_integral<mode>(value);
  const bool is_signed = (I_)-1 < (I_)0;
  const I_ high = (I_)(is_signed ? ~(~0ull << (sizeof(I_) * 8 - 1)) : ~0ull);
  const I_ low = (I_)(is_signed ? (I_)(-high - 1) : 0);
  const float end = (is_signed ? 1.0f : 2.0f) * (float)(1ull << (sizeof(I_) * 8 - 1));
  const float begin = is_signed ? -end : 0.0f;
  const I_ inside = (I_)(x > begin && x < end ? x : 0.0f);
  const I_ known = x >= end ? high : x <= begin ? low : inside;
  return x == x ? known : nan;
}

// a * b + c with one rounding. The product of two narrow numbers is exact in double; so is what a
// sum in double leaves out (`rest`), which decides how the sum becomes odd.
template <class F_>
HEDDLE_NARROW unsigned short fused(float a, float b, float c) {
  const double product = (double)a * (double)b, addend = c;
  const double sum = product + addend;
  const double part = sum - product;
  const double rest = (product - (sum - part)) + (addend - part);
  const unsigned long long even = bits<unsigned long long>(sum);
  const bool exact = !(rest < 0) && !(rest > 0);
  const unsigned long long odd = (rest > 0) == (sum > 0) ? even + 1 : even - 1;
  return F_::nearest(to_odd(bits<double>(exact || (even & 1) ? even : odd)));
}

// Order of the bits as numbers, -0 below +0.
HEDDLE_NARROW short order(unsigned short h) {
  return (short)(h & 0x8000 ? h ^ 0x7fff : h);
}

}  // namespace heddle_narrow
