// SPDX-License-Identifier: Apache-2.0
// Regular modified cylindrical Bessel functions: the power series (all terms positive) up to 18,
// the asymptotic series beyond. The float forms are the double ones rounded.
#include "portable.h"

DEVICE_BEGIN
DEVICE double exp(double);
DEVICE_END

// sum of (x/2)^(2k) / (k! (k+order)!), from the last term inwards. Rounding (x/2)^2 would cost x/2
// times as much in the sum: the derivative makes up for it.
HELPER double power_series(double x, int order) {
  double z = 0.25 * x * x, lost = __builtin_fma(0.5 * x, 0.5 * x, -z), sum = 1, slope = 0;
  for (int k = 44; k > 0; --k) {
    double c = 1 / ((double)k * (k + order));
    slope = c * __builtin_fma(z, slope, sum);
    sum = __builtin_fma(sum, z * c, 1.0);
  }
  return __builtin_fma(slope, lost, sum);
}

// sqrt(2 pi x) e^-x I_order(x) for x >= 18.
HELPER double far_series(double x, int order) {
  double mu = 4.0 * order * order, z = 1 / (8 * x), sum = 1;
  for (int k = 34; k > 0; --k) {
    double odd = 2 * k - 1;
    sum = 1 - (mu - odd * odd) / k * z * sum;
  }
  return sum;
}

HELPER double far_value(double x, int order) {
  constexpr double kInverseRoot2Pi = 0.39894228040143267794;
  double half = CALL(exp)(0.5 * x);  // in two factors: e^x overflows earlier than the result
  double scaled = kInverseRoot2Pi / __builtin_sqrt(x) * far_series(x, order);
  return half * scaled * half;
}

DEVICE_BEGIN

DEVICE double cyl_bessel_i0(double x) {
  double t = __builtin_fabs(x);
  double r = t < 18 ? power_series(t, 0) : far_value(t, 0);
  return t > 714 ? (x == x ? __builtin_inf() : x) : r;
}
DEVICE double cyl_bessel_i1(double x) {
  double t = __builtin_fabs(x);
  double r = t < 18 ? 0.5 * t * power_series(t, 1) : far_value(t, 1);
  r = t > 714 ? __builtin_inf() : r;
  return x == x ? __builtin_copysign(r, x) : x;
}
DEVICE float cyl_bessel_i0f(float x) {
  return (float)cyl_bessel_i0((double)x);
}
DEVICE float cyl_bessel_i1f(float x) {
  return (float)cyl_bessel_i1((double)x);
}

DEVICE_END
