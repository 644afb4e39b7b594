// SPDX-License-Identifier: Apache-2.0
// sincos, and sine and cosine of multiples of pi: x is reduced exactly to |r| <= 1/4 around a
// multiple of 1/2, then polynomials fitted on Chebyshev nodes (relative error below 2^-60).
#include "portable.h"

DEVICE_BEGIN
DEVICE double sin(double);
DEVICE double cos(double);
DEVICE_END

struct SinCos {
  double sin, cos;
};

HELPER SinCos of_multiple(double x) {
  constexpr double kPi = 3.14159265358979311600, kPiLow = 1.2246467991473531772e-16;
  double turn = x - 2 * __builtin_rint(0.5 * x);  // in [-1, 1], exact; 2 * x may overflow
  double half = __builtin_rint(2 * turn);         // nearest multiple of 1/2
  double r = turn - 0.5 * half;                   // exact
  double z = r * r;
  double s = -0x1.6cc577dadd5f2p-16;
  s = __builtin_fma(s, z, 0x1.e8f036bcd322cp-12);
  s = __builtin_fma(s, z, -0x1.e3074d2614b2dp-8);
  s = __builtin_fma(s, z, 0x1.50783486facaap-4);
  s = __builtin_fma(s, z, -0x1.32d2cce62b872p-1);
  s = __builtin_fma(s, z, 0x1.466bc6775aae1p+1);
  s = __builtin_fma(s, z, -0x1.4abbce625be53p+2);
  s = __builtin_fma(s * z, r, r * kPiLow);
  s = __builtin_fma(r, kPi, s);
  double c = -0x1.b2f3eb054ab7ep-14;
  c = __builtin_fma(c, z, 0x1.f9ce245cad9fdp-10);
  c = __builtin_fma(c, z, -0x1.a6d1eef479be0p-6);
  c = __builtin_fma(c, z, 0x1.e1f5068688d5bp-3);
  c = __builtin_fma(c, z, -0x1.55d3c7e3cb241p+0);
  c = __builtin_fma(c, z, 0x1.03c1f081b5ac0p+2);
  c = __builtin_fma(c, z, -0x1.3bd3cc9be45dep+2);
  c = __builtin_fma(c, z, 1.0);
  // Which quarter of the period: half mod 4, found without converting to an integer.
  double quarter = half - 4 * __builtin_floor(0.25 * half);
  bool odd = quarter == 1 || quarter == 3;
  double sine = odd ? c : s, cosine = odd ? s : c;
  sine = quarter >= 2 ? -sine : sine;
  cosine = quarter == 1 || quarter == 2 ? -cosine : cosine;
  // At integers sine is zero with the sign of x, at half-integers cosine is plus zero.
  sine = r == 0 && !odd ? __builtin_copysign(0.0, x) : sine;
  cosine = r == 0 && odd ? 0.0 : cosine;
  bool finite = x - x == 0;
  return {finite ? sine : x - x, finite ? cosine : x - x};
}

DEVICE_BEGIN

DEVICE double __heddle_sleef_tan(double);
// SLEEF answers zero for denormals.
DEVICE double tan(double x) {
  return pick(__builtin_fabs(x) < 0x1p-30, x, __heddle_sleef_tan(x));
}

DEVICE double sinpi(double x) {
  return of_multiple(x).sin;
}
DEVICE double cospi(double x) {
  return of_multiple(x).cos;
}
DEVICE float sinpif(float x) {
  return (float)of_multiple(x).sin;
}
DEVICE float cospif(float x) {
  return (float)of_multiple(x).cos;
}
DEVICE void sincospi(double x, double* s, double* c) {
  SinCos r = of_multiple(x);
  *s = r.sin;
  *c = r.cos;
}
DEVICE void sincospif(float x, float* s, float* c) {
  SinCos r = of_multiple(x);
  *s = (float)r.sin;
  *c = (float)r.cos;
}
DEVICE void sincos(double x, double* s, double* c) {
  *s = sin(x);
  *c = cos(x);
}
DEVICE_END
