// SPDX-License-Identifier: Apache-2.0
// expf, exp2f, exp10f in line: a kernel that calls them keeps its registers and its vectors. x is
// cut into an integer power of two and a rest of at most half a bit, which a polynomial takes.
#include "reduced_f32.h"

DEVICE_BEGIN

DEVICE float expf(float x) {
  float t;
  float r = exp_rest(clamp(x, -104.0f, 89.0f), &t);
  return times_power(exp_reduced(r), t);
}

DEVICE float exp2f(float x) {
  x = clamp(x, -151.0f, 129.0f);
  float t = x + kRound;
  float r = x - (t - kRound);
  float p = 0x1.4418e6p-13f;
  p = __builtin_fmaf(p, r, 0x1.5f104ep-10f);
  p = __builtin_fmaf(p, r, 0x1.3b2a4ep-7f);
  p = __builtin_fmaf(p, r, 0x1.c6af62p-5f);
  p = __builtin_fmaf(p, r, 0x1.ebfbep-3f);
  p = __builtin_fmaf(p, r, 0x1.62e43p-1f);
  return times_power(__builtin_fmaf(p, r, 1.0f), t);
}

DEVICE float exp10f(float x) {
  x = clamp(x, -46.0f, 39.0f);
  float t = __builtin_fmaf(x, 0x1.a934fp+1f, kRound);
  float n = t - kRound;
  float r = __builtin_fmaf(n, -0x1.344136p-2f, x);
  r = __builtin_fmaf(n, 0x1.ec10cp-27f, r);
  float p = 0x1.a9522ap-3f;
  p = __builtin_fmaf(p, r, 0x1.155ff8p-1f);
  p = __builtin_fmaf(p, r, 0x1.2bd6fep+0f);
  p = __builtin_fmaf(p, r, 0x1.046faep+1f);
  p = __builtin_fmaf(p, r, 0x1.53524cp+1f);
  p = __builtin_fmaf(p, r, 0x1.26bb1cp+1f);
  return times_power(__builtin_fmaf(p, r, 1.0f), t);
}

DEVICE_END
