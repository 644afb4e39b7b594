// SPDX-License-Identifier: Apache-2.0
// remquo by fmod, which is exact: the quotient's low three bits come from a remainder by 8y.
#include "portable.h"

DEVICE_BEGIN
DEVICE double fmod(double, double);
DEVICE float fmodf(float, float);
DEVICE_END

template <class F>
HELPER F by_bits(F x, F y, int* quotient, F small) {
  // small: |x| reduced below 8|y| (or |x| itself where 8|y| overflows).
  F a = small, b = __builtin_fabs(y);
  int q = 0;
  // Each difference is exact; a multiple that overflows is never reached.
  if (a >= 4 * b) a -= 4 * b, q += 4;
  if (a >= 2 * b) a -= 2 * b, q += 2;
  if (a >= b) a -= b, q += 1;
  F rest = b - a;
  if (a > rest || (a == rest && (q & 1))) a = -rest, q += 1;
  q &= 7;
  *quotient = __builtin_signbit(x) != __builtin_signbit(y) ? -q : q;
  return __builtin_signbit(x) ? -a : a;
}

DEVICE_BEGIN

DEVICE double remquo(double x, double y, int* quotient) {
  *quotient = 0;
  if (x != x || y != y || y == 0 || x - x != 0) return __builtin_nan("");
  if (y - y != 0) return x;
  double wide = 8 * __builtin_fabs(y), a = __builtin_fabs(x);
  return by_bits(x, y, quotient, wide - wide == 0 ? fmod(a, wide) : a);
}
DEVICE float remquof(float x, float y, int* quotient) {
  *quotient = 0;
  if (x != x || y != y || y == 0 || x - x != 0) return __builtin_nanf("");
  if (y - y != 0) return x;
  float wide = 8 * __builtin_fabsf(y), a = __builtin_fabsf(x);
  return by_bits(x, y, quotient, wide - wide == 0 ? fmodf(a, wide) : a);
}

DEVICE_END
