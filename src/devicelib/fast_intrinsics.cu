// SPDX-License-Identifier: Apache-2.0
// The fast approximations (CUDA Math API, "Single Precision Intrinsics"): no denormal results, no
// care for huge arguments or for the last bits.
#include "reduced_f32.h"

DEVICE_BEGIN
DEVICE float logf(float);
DEVICE float log2f(float);
DEVICE float log10f(float);
DEVICE_END

// 2^x; below -127 zero, above 128 infinity.
HELPER float power_of_2(float x) {
  x = clamp(x, -127.0f, 128.0f);
  float t = x + kRound;
  float r = (x - (t - kRound)) * 0x1.62e43p-1f;
  return times_normal_power(exp_reduced(r), t);
}

// Two parts of pi/2 are exact enough for |x| <= pi, where the error is documented.
HELPER float rest_of(float x, unsigned int* quarter) {
  float t = __builtin_fmaf(x, 0x1.45f306p-1f, kRound);
  float n = t - kRound;
  *quarter = bits<unsigned int>(t);
  return __builtin_fmaf(n, 0x1.777a5cp-25f, __builtin_fmaf(n, -0x1.921fb6p+0f, x));
}

DEVICE_BEGIN

DEVICE float __sinf(float x) {
  unsigned int quarter;
  float r = rest_of(x, &quarter);
  return sine_in_quarter(r, quarter);
}
DEVICE float __cosf(float x) {
  unsigned int quarter;
  float r = rest_of(x, &quarter);
  return sine_in_quarter(r, quarter + 1);
}
DEVICE void __sincosf(float x, float* s, float* c) {
  unsigned int quarter;
  float r = rest_of(x, &quarter);
  *s = sine_in_quarter(r, quarter);
  *c = sine_in_quarter(r, quarter + 1);
}
DEVICE float __tanf(float x) {
  unsigned int quarter;
  float r = rest_of(x, &quarter);
  float s = sin_reduced(r), c = cos_reduced(r);
  bool odd = (quarter & 1u) != 0;
  return pick(odd, -c, s) / pick(odd, s, c);
}
DEVICE float __expf(float x) {
  return power_of_2(x * 0x1.715476p+0f);
}
DEVICE float __exp10f(float x) {
  return power_of_2(x * 0x1.a934fp+1f);
}
DEVICE float __logf(float x) {
  return logf(x);
}
DEVICE float __log2f(float x) {
  return log2f(x);
}
DEVICE float __log10f(float x) {
  return log10f(x);
}
// 1 / y of a large y would be subnormal, and counts as zero.
DEVICE float __fdividef(float x, float y) {
  return __builtin_fabsf(y) > 0x1p126f ? x * __builtin_copysignf(0.0f, y) : x / y;
}
DEVICE float __powf(float x, float y) {
  return power_of_2(y * log2f(x));
}

DEVICE_END
