// SPDX-License-Identifier: Apache-2.0
// Reciprocal roots, and pow. The float reciprocal square root is the inner operation of n-body
// kernels: an estimate from the bits of x and two third-order corrections, a third of the time that
// a square root and a division take.
#include "portable.h"

DEVICE_BEGIN

DEVICE float rsqrtf(float x) {
  bool tiny = x < 0x1p-126f;
  float s = tiny ? x * 0x1p24f : x;
  float y = bits<float>(0x5f375a86u - (bits<unsigned int>(s) >> 1));
  float t = s * y;
  float e = __builtin_fmaf(-t, y, 1.0f);
  y = __builtin_fmaf(y * e, __builtin_fmaf(e, 0.375f, 0.5f), y);
  t = s * y;
  e = __builtin_fmaf(-t, y, 1.0f);
  // What t lost matters for the last bit.
  e = __builtin_fmaf(-__builtin_fmaf(s, y, -t), y, e);
  y = __builtin_fmaf(y * e, __builtin_fmaf(e, 0.375f, 0.5f), y);
  y = tiny ? y * 0x1p12f : y;
  // Zero, negative, infinite, NaN.
  float special = x == 0  ? __builtin_copysignf(__builtin_inff(), x)
                  : x > 0 ? 0.0f
                          : __builtin_nanf("");
  return x > 0 && x < __builtin_inff() ? y : special;
}

DEVICE double rsqrt(double x) {
  double y = 1.0 / __builtin_sqrt(x);
  // One correction by the exact residual; it would make NaN of 0 and infinity.
  double t = x * y;
  double e = __builtin_fma(-t, y, 1.0) - __builtin_fma(x, y, -t) * y;
  double corrected = __builtin_fma(y * e, 0.5, y);
  return x > 0x1p-1000 && x < 0x1p1000 ? corrected : y;
}

DEVICE double __heddle_sleef_pow(double, double);
// SLEEF's overflows for the largest numbers to the power of one.
DEVICE double pow(double x, double y) {
  double r = __heddle_sleef_pow(x, y);
  return y == 1 ? x : r;
}

DEVICE double cbrt(double);
DEVICE double rcbrt(double x) {
  return 1.0 / cbrt(x);
}
DEVICE float rcbrtf(float x) {
  return (float)(1.0 / cbrt((double)x));
}

DEVICE_END
