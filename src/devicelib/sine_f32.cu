// SPDX-License-Identifier: Apache-2.0
// sinf, cosf, sincosf in line. Arguments up to 2^16 are reduced by pi/2 in three parts with fused
// multiply-adds; larger ones by the bits of 2/pi (Payne and Hanek), behind a branch that warps
// without such a lane skip.
#include "reduced_f32.h"

// 2/pi in words of 32 bits after one of zeros; selected, not loaded, so that no table is needed.
HELPER unsigned long long two_over_pi(unsigned int word) {
  unsigned int w = pick(word == 0, 0x00000000u, 0xfe5163abu);
  w = pick(word == 1, 0xa2f9836eu, w);
  w = pick(word == 2, 0x4e441529u, w);
  w = pick(word == 3, 0xfc2757d1u, w);
  w = pick(word == 4, 0xf534ddc0u, w);
  w = pick(word == 5, 0xdb629599u, w);
  return pick(word == 6, 0x3c439041u, w);
}

// |x| * 2/pi modulo 4 as a fixed-point number with two bits before the point.
HELPER unsigned long long quarters(float x) {
  unsigned int b = bits<unsigned int>(x) & 0x7fffffffu;
  unsigned long long mantissa = (b & 0x7fffffu) | 0x800000u;
  unsigned int offset = (b >> 23) - 120u;  // the first bit of 2/pi that matters, in the table
  unsigned int word = offset >> 5, shift = offset & 31u;
  unsigned long long w0 = two_over_pi(word), w1 = two_over_pi(word + 1);
  unsigned long long w2 = two_over_pi(word + 2), w3 = two_over_pi(word + 3);
  unsigned long long a = ((w0 << 32 | w1) << shift) >> 32;
  unsigned long long m = ((w1 << 32 | w2) << shift) >> 32;
  unsigned long long c = ((w2 << 32 | w3) << shift) >> 32;
  return ((mantissa * a) << 32) + mantissa * m + ((mantissa * c) >> 32);
}

struct Reduced {
  float rest;
  unsigned int quarter;
};
HELPER Reduced reduce(float x) {
  float t = __builtin_fmaf(x, 0x1.45f306p-1f, kRound);
  float n = t - kRound;
  float r = __builtin_fmaf(n, -0x1.921fb6p+0f, x);
  r = __builtin_fmaf(n, 0x1.777a5cp-25f, r);
  r = __builtin_fmaf(n, 0x1.ee59dap-50f, r);
  unsigned int quarter = bits<unsigned int>(t);
  if (__builtin_fabsf(x) > 65536.0f) {
    unsigned long long q = quarters(x);
    unsigned long long nearest = (q + 0x2000000000000000ull) >> 62;
    double rest = (double)(long long)(q << 2) * 0x1.921fb54442d18p-64;
    r = x < 0 ? -(float)rest : (float)rest;
    quarter = (unsigned int)(x < 0 ? 4u - (unsigned int)nearest : nearest);
    r = x - x == 0 ? r : __builtin_nanf("");
  }
  return {r, quarter};
}

// The reduction turns minus zero into plus zero.
HELPER float keep_zero(float x, float sine) {
  return x == 0 ? x : sine;
}

DEVICE_BEGIN

DEVICE float sinf(float x) {
  Reduced a = reduce(x);
  return keep_zero(x, sine_in_quarter(a.rest, a.quarter));
}
DEVICE float cosf(float x) {
  Reduced a = reduce(x);
  return sine_in_quarter(a.rest, a.quarter + 1);
}
DEVICE void sincosf(float x, float* s, float* c) {
  Reduced a = reduce(x);
  *s = keep_zero(x, sine_in_quarter(a.rest, a.quarter));
  *c = sine_in_quarter(a.rest, a.quarter + 1);
}

DEVICE_END
