// SPDX-License-Identifier: Apache-2.0
// erfinv, erfcinv, normcdf, normcdfinv, erfcx. The inverses start from an estimate and apply
// Halley's iteration to erf or erfc, whichever is small there. The float forms are the double ones
// rounded.
#include "portable.h"

DEVICE_BEGIN
DEVICE double erf(double);
DEVICE double erfc(double);
DEVICE double exp(double);
DEVICE double log(double);
DEVICE_END

// y > 0 with erf(y) = p, given p in (0, 1) and q = 1 - p, both exact.
HELPER double inverse(double p, double q) {
  constexpr double kSlope = 1.1283791670955125739;  // 2 / sqrt(pi)
  // Estimates: Winitzki's for the middle, the leading asymptotic terms for the tail.
  double w = -CALL(log)(q * (1 + p));
  double a = 4.330746750799873 + 0.5 * -w;
  double middle = __builtin_sqrt(__builtin_sqrt(a * a + w * 6.802721088435374) - a);
  double far = __builtin_sqrt(w > 1 ? w : 1.0);
  double l = w + 0.6931471805599453 - 0.5723649429247001;
  far = __builtin_sqrt(l - CALL(log)(far));
  far = __builtin_sqrt(l - CALL(log)(far));
  double y = w > 12 ? far : middle;
  y = p < 0x1p-20 ? p / kSlope : y;
  for (int i = 0; i < 3; ++i) {
    double slope = kSlope * CALL(exp)(-y * y);
    double f = p < 0.5 ? CALL(erf)(y) - p : q - CALL(erfc)(y);
    double d = f / slope;
    y -= d / (1 + y * d);
  }
  return y;
}

// The asymptotic series of sqrt(pi) * x * e^(x*x) * erfc(x), x >= 10.
HELPER double tail_series(double x) {
  double z = 0.5 / (x * x), sum = 1;
  for (int k = 25; k > 0; k -= 2) sum = 1 - k * z * sum;
  return sum;
}

// y > 25 with erfc(y) = q, where q may be subnormal and so has few bits, as erfc and its slope
// have: Newton's iteration on log(erfc(y)) = log(e^(y*y) * erfc(y)) - y * y.
HELPER double inverse_of_tiny(double q) {
  constexpr double kInverseRootPi = 0.56418958354775628695;
  double l = CALL(log)(q);
  double y = __builtin_sqrt(-l);
  for (int i = 0; i < 4; ++i) {
    double scaled = kInverseRootPi / y * tail_series(y);
    double high = y * y, low = __builtin_fma(y, y, -high);
    double f = CALL(log)(scaled) - low - (high + l);
    y += f * scaled * (0.5 / kInverseRootPi);
  }
  return y;
}

HELPER double inverse_erfc(double c) {
  bool upper = c > 1;  // there 1 - c is exact
  double q = upper ? 2 - c : c;
  double p = 1 - q;
  bool inside = c > 0 && c < 2;
  double y = inverse(inside ? p : 0.5, inside ? q : 0.5);
  if (inside && q < 0x1p-960) y = inverse_of_tiny(q);
  y = c == 1 ? 0.0 : upper ? -y : y;
  double edge = c == 0 ? __builtin_inf() : c == 2 ? -__builtin_inf() : __builtin_nan("");
  return inside ? y : edge;
}

// e^(x*x) without the error of rounding the square.
HELPER double exp_square(double x) {
  double high = x * x;
  double low = __builtin_fma(x, x, -high);
  double e = CALL(exp)(high);
  return __builtin_isinf(e) ? e : __builtin_fma(e, low, e);
}

DEVICE_BEGIN

DEVICE double erfinv(double x) {
  double p = __builtin_fabs(x);
  bool inside = p > 0 && p < 1;
  double y = __builtin_copysign(inverse(inside ? p : 0.5, inside ? 1 - p : 0.5), x);
  double edge = p == 1 ? __builtin_copysign(__builtin_inf(), x) : x == 0 ? x : __builtin_nan("");
  return inside ? y : edge;
}
DEVICE float erfinvf(float x) {
  return (float)erfinv((double)x);
}

DEVICE double erfcinv(double x) {
  return inverse_erfc(x);
}
DEVICE float erfcinvf(float x) {
  return (float)erfcinv((double)x);
}

DEVICE double normcdfinv(double x) {
  constexpr double kRoot2 = 1.4142135623730951455, kRoot2Low = -9.6672933134529e-17;
  double y = -inverse_erfc(2 * x);
  return __builtin_isinf(y) ? y : __builtin_fma(y, kRoot2, y * kRoot2Low);
}
DEVICE float normcdfinvf(float x) {
  return (float)normcdfinv((double)x);
}

DEVICE double normcdf(double x) {
  constexpr double kHalfRoot = 0.70710678118654757274, kHalfRootLow = -4.833646656726457e-17;
  double t = __builtin_fabs(x) < 40 ? -x : __builtin_copysign(40.0, -x);
  double high = t * kHalfRoot;
  double low = __builtin_fma(t, kHalfRoot, -high) + t * kHalfRootLow;
  double slope = 1.1283791670955125739 * CALL(exp)(-high * high);
  double r = 0.5 * (CALL(erfc)(high) - low * slope);
  return x == x ? r : x;
}
DEVICE float normcdff(float x) {
  return (float)normcdf((double)x);
}

DEVICE double erfcx(double x) {
  constexpr double kInverseRootPi = 0.56418958354775628695;
  double near = exp_square(x) * CALL(erfc)(x);
  double large = x > 10 ? x : 10.0;
  double far = kInverseRootPi / large * (x < 1e8 ? tail_series(large) : 1.0);
  return x > 10 ? far : near;
}
DEVICE float erfcxf(float x) {
  return (float)erfcx((double)x);
}

DEVICE_END
