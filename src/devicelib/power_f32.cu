// SPDX-License-Identifier: Apache-2.0
// powf in line, as 2^(y log2 |x|) in double: its 53 bits leave the product exact enough for any y,
// and its range leaves out every case of denormals and overflow but the last conversion.
#include "portable.h"

// log2(x) to 37 bits, x a positive finite float.
HELPER double log2_of_float(double x) {
  unsigned long long b = bits<unsigned long long>(x);
  long long e = (long long)(b - 0x3fe6a09e667f3bcdull) >> 52;  // mantissa in [sqrt(1/2), sqrt(2))
  double m = bits<double>(b - ((unsigned long long)e << 52));
  double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 0x1.5d1a8fbc22bf5p-2;
  p = __builtin_fma(p, z, 0x1.a58af73b787a2p-2);
  p = __builtin_fma(p, z, 0x1.277785084a002p-1);
  p = __builtin_fma(p, z, 0x1.ec709d0c7ecb2p-1);
  p = __builtin_fma(p, z, 0x1.71547652bf28fp+1);
  return __builtin_fma(p, s, (double)(int)e);
}

// 2^t to 28 bits; beyond the range of float zero or infinity follow. NaN passes.
HELPER float power_of_2(double t) {
  constexpr double kRound = 0x1.8p52;
  t = pick(t < -160.0, -160.0, t);
  t = pick(t > 140.0, 140.0, t);
  double shifted = t + kRound, r = t - (shifted - kRound);
  double p = 0x1.44464267abd7bp-13;
  p = __builtin_fma(p, r, 0x1.5f51ca594707dp-10);
  p = __builtin_fma(p, r, 0x1.3b2a151ebbc15p-7);
  p = __builtin_fma(p, r, 0x1.c6aeba248247fp-5);
  p = __builtin_fma(p, r, 0x1.ebfbe04abed69p-3);
  p = __builtin_fma(p, r, 0x1.62e430de08bd3p-1);
  p = __builtin_fma(p, r, 1.0);
  unsigned long long n = bits<unsigned long long>(shifted) << 52;
  return (float)(p * bits<double>(n + 0x3ff0000000000000ull));
}

DEVICE_BEGIN

DEVICE float powf(float x, float y) {
  float a = __builtin_fabsf(x), infinity = __builtin_inff();
  float r = power_of_2(y * log2_of_float((double)a));
  // Zero and infinity have no logarithm; one has any power.
  bool grows = (a > 1) == (y > 0);
  float extreme = pick(grows, infinity, 0.0f);
  r = pick(a == 0 || a == infinity || __builtin_fabsf(y) == infinity, extreme, r);
  // The sign of a negative base: that of an odd power; no value for a power that is not an integer.
  float half = 0.5f * y;
  bool integer = __builtin_rintf(y) == y, odd = integer && __builtin_rintf(half) != half;
  bool negative = (bits<unsigned int>(x) >> 31) != 0;
  r = pick(negative && odd, -r, r);
  r = pick(x < 0 && !integer && a != infinity, __builtin_nanf(""), r);
  r = pick(x != x || y != y, x + y, r);
  return pick(x == 1 || y == 0 || (x == -1 && __builtin_fabsf(y) == infinity), 1.0f, r);
}

DEVICE_END
