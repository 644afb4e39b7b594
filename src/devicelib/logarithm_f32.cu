// SPDX-License-Identifier: Apache-2.0
// logf, log2f, log10f in line: the exponent's part is added to a polynomial in the mantissa's rest.
#include "reduced_f32.h"

// The sum of a part that may be zero and a smaller or equal one, with what the smaller lost.
HELPER float sum_with_rest(float large, float small, float rest) {
  float s = large + small;
  float lost = (large - s) + small;
  return s + (rest + lost);
}

DEVICE_BEGIN

DEVICE float logf(float x) {
  Split s = split(x);
  float f = s.f, z = f * f;
  float p = 0x1.1dedf8p-4f;
  p = __builtin_fmaf(p, f, -0x1.d6d10ep-4f);
  p = __builtin_fmaf(p, f, 0x1.dec8ccp-4f);
  p = __builtin_fmaf(p, f, -0x1.fce37ap-4f);
  p = __builtin_fmaf(p, f, 0x1.23cf72p-3f);
  p = __builtin_fmaf(p, f, -0x1.555b8ap-3f);
  p = __builtin_fmaf(p, f, 0x1.999d6ep-3f);
  p = __builtin_fmaf(p, f, -0x1.fffffcp-3f);
  p = __builtin_fmaf(p, f, 0x1.555554p-2f);
  p = __builtin_fmaf(p, f, -0x1.0p-1f);
  float r = __builtin_fmaf(s.exponent, -0x1.05c61p-29f, z * p);
  r = __builtin_fmaf(s.exponent, 0x1.62e43p-1f, f + r);
  return log_special(x, r);
}

DEVICE float log2f(float x) {
  Split s = split(x);
  float f = s.f;
  float p = -0x1.b8f078p-4f;
  p = __builtin_fmaf(p, f, 0x1.7aec18p-3f);
  p = __builtin_fmaf(p, f, -0x1.881ca4p-3f);
  p = __builtin_fmaf(p, f, 0x1.a37bc2p-3f);
  p = __builtin_fmaf(p, f, -0x1.eab168p-3f);
  p = __builtin_fmaf(p, f, 0x1.277a9ap-2f);
  p = __builtin_fmaf(p, f, -0x1.715a9p-2f);
  p = __builtin_fmaf(p, f, 0x1.ec70a8p-2f);
  p = __builtin_fmaf(p, f, -0x1.71547p-1f);
  p = __builtin_fmaf(p, f, 0x1.3ba198p-26f);
  float high = f * 0x1.715476p+0f;
  float low = __builtin_fmaf(f, 0x1.715476p+0f, -high);
  return log_special(x, sum_with_rest(s.exponent, high, __builtin_fmaf(p, f, low)));
}

DEVICE float log10f(float x) {
  Split s = split(x);
  float f = s.f;
  float p = -0x1.0978dp-5f;
  p = __builtin_fmaf(p, f, 0x1.c84492p-5f);
  p = __builtin_fmaf(p, f, -0x1.d82656p-5f);
  p = __builtin_fmaf(p, f, 0x1.f91bbep-5f);
  p = __builtin_fmaf(p, f, -0x1.276d38p-4f);
  p = __builtin_fmaf(p, f, 0x1.63cac4p-4f);
  p = __builtin_fmaf(p, f, -0x1.bcbf0ap-4f);
  p = __builtin_fmaf(p, f, 0x1.287a7cp-3f);
  p = __builtin_fmaf(p, f, -0x1.bcb7aap-3f);
  p = __builtin_fmaf(p, f, -0x1.64514cp-27f);
  float high = f * 0x1.bcb7b2p-2f;
  float low = __builtin_fmaf(f, 0x1.bcb7b2p-2f, -high);
  // log10(2) in two parts, of which the first times an exponent is exact.
  float rest = __builtin_fmaf(s.exponent, 0x1.3509f8p-18f, __builtin_fmaf(p, f, low));
  return log_special(x, sum_with_rest(s.exponent * 0x1.344p-2f, high, rest));
}

DEVICE_END
