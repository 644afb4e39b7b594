// SPDX-License-Identifier: Apache-2.0
// Reciprocal roots, and pow. The float reciprocal square root is a square root and a division, of
// which estimate_roots.h makes an estimate and its correction where the CPU has a good one.
#include "portable.h"

DEVICE_BEGIN

// __fdiv_rn and __fsqrt_rn where PTX has approximations in place of plain ones.
DEVICE float __heddle_fdiv_rn(float x, float y) {
  return x / y;
}
DEVICE float __heddle_fsqrt_rn(float x) {
  return __builtin_sqrtf(x);
}

DEVICE float rsqrtf(float x) {
#pragma clang fp reciprocal(on)
  return 1.0f / __builtin_sqrtf(x);
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
