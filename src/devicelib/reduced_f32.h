// SPDX-License-Identifier: Apache-2.0
// Building blocks of the single precision functions, all branch-free. Polynomials are fitted on
// Chebyshev nodes; tests/devicelib measures what they reach.
#pragma once

#include "portable.h"

// Adding this rounds to an integer, which the low bits then hold: no conversion that NaN could
// upset.
constexpr float kRound = 0x1.8p23f;

// Beyond the bounds the result is 0 or infinity anyway; NaN passes.
HELPER float clamp(float x, float low, float high) {
  x = x < low ? low : x;
  return x > high ? high : x;
}

// p * 2^n for n in the low bits of t, in two factors so that n may leave the normal range.
HELPER float times_power(float p, float t) {
  unsigned int n = bits<unsigned int>(t);
  unsigned int first = (n << 22) & 0xff800000u;
  unsigned int second = (n << 23) - first;
  return p * bits<float>(first + 0x3f800000u) * bits<float>(second + 0x3f800000u);
}

// p * 2^n for n within the normal range.
HELPER float times_normal_power(float p, float t) {
  return p * bits<float>((bits<unsigned int>(t) << 23) + 0x3f800000u);
}

// e^r - 1 and e^r, |r| <= ln(2) / 2.
HELPER float exp_minus_1_reduced(float r) {
  float p = 0x1.6d1606p-10f;
  p = __builtin_fmaf(p, r, 0x1.12106cp-7f);
  p = __builtin_fmaf(p, r, 0x1.555516p-5f);
  p = __builtin_fmaf(p, r, 0x1.5554d8p-3f);
  p = __builtin_fmaf(p, r, 0x1.0p-1f);
  return __builtin_fmaf(r * r, p, r);
}
HELPER float exp_reduced(float r) {
  return exp_minus_1_reduced(r) + 1.0f;
}

// x = n ln(2) + r; t holds n.
HELPER float exp_rest(float x, float* t) {
  *t = __builtin_fmaf(x, 0x1.715476p+0f, kRound);
  float n = *t - kRound;
  float r = __builtin_fmaf(n, -0x1.62e43p-1f, x);
  return __builtin_fmaf(n, 0x1.05c61p-29f, r);
}

// e^x for |x| < 87.
HELPER float exp_normal(float x) {
  float t;
  float r = exp_rest(x, &t);
  return times_normal_power(exp_reduced(r), t);
}

// x = 2^exponent * (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), x positive and finite.
struct Split {
  float exponent, f;
};
HELPER Split split(float x) {
  bool tiny = x < 0x1p-126f;
  unsigned int b = bits<unsigned int>(tiny ? x * 0x1p24f : x);
  int e = (int)(b - 0x3f3504f3u) >> 23;
  return {(float)e - (tiny ? 24.0f : 0.0f), bits<float>(b - ((unsigned int)e << 23)) - 1.0f};
}

// What a logarithm is outside of the positive numbers.
HELPER float log_special(float x, float result) {
  float special = x == 0 ? -__builtin_inff() : x > 0 ? x : __builtin_nanf("");
  return x > 0 && x < __builtin_inff() ? result : special;
}

// sin and cos of r, |r| <= pi / 4.
HELPER float sin_reduced(float r) {
  float z = r * r;
  float p = __builtin_fmaf(-0x1.9aae86p-13f, z, 0x1.110bf6p-7f);
  p = __builtin_fmaf(p, z, -0x1.555552p-3f);
  return __builtin_fmaf(p * z, r, r);
}
HELPER float cos_reduced(float r) {
  float z = r * r;
  float p = __builtin_fmaf(0x1.9bc2d4p-16f, z, -0x1.6c12aap-10f);
  p = __builtin_fmaf(p, z, 0x1.555554p-5f);
  return __builtin_fmaf(z * z, p, __builtin_fmaf(z, -0.5f, 1.0f));
}

// The value of a sine whose argument is r + quarter * pi / 2: one polynomial with the coefficients
// of sine or cosine.
HELPER float sine_in_quarter(float r, unsigned int quarter) {
  bool odd = (quarter & 1u) != 0;
  float z = r * r, base = pick(odd, 1.0f, r);
  float p = pick(odd, 0x1.9bc2d4p-16f, 0.0f);
  p = __builtin_fmaf(p, z, pick(odd, -0x1.6c12aap-10f, -0x1.9aae86p-13f));
  p = __builtin_fmaf(p, z, pick(odd, 0x1.555554p-5f, 0x1.110bf6p-7f));
  p = __builtin_fmaf(p, z, pick(odd, -0x1.0p-1f, -0x1.555552p-3f));
  float v = __builtin_fmaf(p, z * base, base);
  return bits<float>(bits<unsigned int>(v) ^ ((quarter & 2u) << 30));
}
