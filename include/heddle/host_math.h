// SPDX-License-Identifier: Apache-2.0
// Host forms of the functions that CUDA adds to <math.h>, for __host__ __device__ code and for host
// code in .cu files (CUDA Math API: "callable from host").
#pragma once

#include <math.h>

// C23 has some of them, and glibc declares what it has: sinpi and cospi from 2.41 on, rsqrt
// from 2.42 on. A static function of that name would be a second declaration of glibc's.
#if defined(__GLIBC__) && defined(__GLIBC_USE)
#if __GLIBC_USE(IEC_60559_FUNCS_EXT_C23)
#define HEDDLE_GLIBC_HAS(major, minor) __GLIBC_PREREQ(major, minor)
#endif
#endif
#ifndef HEDDLE_GLIBC_HAS
#define HEDDLE_GLIBC_HAS(major, minor) 0
#endif

#define HEDDLE_HOST_MATH static __host__ __inline__ __attribute__((unused))
#if !HEDDLE_GLIBC_HAS(2, 42)
HEDDLE_HOST_MATH double rsqrt(double x) {
  return 1 / sqrt(x);
}
HEDDLE_HOST_MATH float rsqrtf(float x) {
  return 1 / sqrtf(x);
}
#endif
HEDDLE_HOST_MATH float rsqrt(float x) {
  return rsqrtf(x);
}
HEDDLE_HOST_MATH double rcbrt(double x) {
  return 1 / cbrt(x);
}
HEDDLE_HOST_MATH float rcbrtf(float x) {
  return 1 / cbrtf(x);
}
HEDDLE_HOST_MATH float rcbrt(float x) {
  return rcbrtf(x);
}
HEDDLE_HOST_MATH double norm3d(double a, double b, double c) {
  return hypot(hypot(a, b), c);
}
HEDDLE_HOST_MATH float norm3df(float a, float b, float c) {
  return hypotf(hypotf(a, b), c);
}
HEDDLE_HOST_MATH float norm3d(float a, float b, float c) {
  return norm3df(a, b, c);
}
HEDDLE_HOST_MATH double norm4d(double a, double b, double c, double d) {
  return hypot(hypot(a, b), hypot(c, d));
}
HEDDLE_HOST_MATH float norm4df(float a, float b, float c, float d) {
  return hypotf(hypotf(a, b), hypotf(c, d));
}
HEDDLE_HOST_MATH float norm4d(float a, float b, float c, float d) {
  return norm4df(a, b, c, d);
}
HEDDLE_HOST_MATH double rnorm3d(double a, double b, double c) {
  return 1 / norm3d(a, b, c);
}
HEDDLE_HOST_MATH float rnorm3df(float a, float b, float c) {
  return 1 / norm3df(a, b, c);
}
HEDDLE_HOST_MATH float rnorm3d(float a, float b, float c) {
  return rnorm3df(a, b, c);
}
HEDDLE_HOST_MATH double rnorm4d(double a, double b, double c, double d) {
  return 1 / norm4d(a, b, c, d);
}
HEDDLE_HOST_MATH float rnorm4df(float a, float b, float c, float d) {
  return 1 / norm4df(a, b, c, d);
}
HEDDLE_HOST_MATH float rnorm4d(float a, float b, float c, float d) {
  return rnorm4df(a, b, c, d);
}
HEDDLE_HOST_MATH double rhypot(double x, double y) {
  return 1 / hypot(x, y);
}
HEDDLE_HOST_MATH float rhypotf(float x, float y) {
  return 1 / hypotf(x, y);
}
HEDDLE_HOST_MATH float rhypot(float x, float y) {
  return rhypotf(x, y);
}
// Wider than the result: rounding the argument of erfc would cost its square.
HEDDLE_HOST_MATH double normcdf(double x) {
  return (double)(erfcl(x * -0.707106781186547524400844362104849039L) / 2);
}
HEDDLE_HOST_MATH float normcdff(float x) {
  return (float)normcdf((double)x);
}
HEDDLE_HOST_MATH float normcdf(float x) {
  return normcdff(x);
}
HEDDLE_HOST_MATH double erfcx(double x) {
  // exp(x * x) overflows behind 26; the continued fraction is exact long before.
  if (x < 25) return (double)(expl((long double)x * x) * erfcl(x));
  long double fraction = x;
  for (int k = 40; k > 0; --k) fraction = x + k / 2.0L / fraction;
  return (double)(0.564189583547756286948079451560772586L / fraction);
}
HEDDLE_HOST_MATH float erfcxf(float x) {
  return (float)erfcx((double)x);
}
HEDDLE_HOST_MATH float erfcx(float x) {
  return erfcxf(x);
}
// The x whose erfc is y, by Newton's method with the second derivative, from an x that is near:
// that of a logarithm where y is small, else of a line.
HEDDLE_HOST_MATH double erfcinv(double y) {
  if (!(y >= 0 && y <= 2)) return NAN;
  if (y == 0) return HUGE_VAL;
  if (y == 2) return -HUGE_VAL;
  const long double target = y <= 1 ? y : 2 - (long double)y;
  const long double logarithm = -logl(target);
  long double x = target > 0.5L ? (1 - target) * 0.886226925452758013649L
                                : sqrtl(logarithm - logl(1 + sqrtl(logarithm)) + 0.1L);
  for (int step = 0; step < 8; ++step) {
    const long double slope = -1.12837916709551257389615890312154517L * expl(-x * x);
    const long double newton = (erfcl(x) - target) / slope;
    const long double moved = newton / (1 + x * newton);
    x -= moved;
    if (fabsl(moved) <= 1e-18L * fabsl(x)) break;
  }
  return (double)(y <= 1 ? x : -x);
}
HEDDLE_HOST_MATH double erfinv(double y) {
  if (!(y >= -1 && y <= 1)) return NAN;
  const double size = fabs(y);
  if (size > 0.5) return copysign(erfcinv(1 - size), y);  // the difference is exact
  long double x = size * 0.886226925452758013649L;
  for (int step = 0; step < 8; ++step) {
    const long double slope = 1.12837916709551257389615890312154517L * expl(-x * x);
    const long double newton = (erfl(x) - size) / slope;
    const long double moved = newton / (1 + x * newton);
    x -= moved;
    if (fabsl(moved) <= 1e-19L * fabsl(x)) break;
  }
  return copysign((double)x, y);
}
HEDDLE_HOST_MATH double normcdfinv(double y) {
  return -1.41421356237309504880168872420969808 * erfcinv(2 * y);
}
HEDDLE_HOST_MATH float erfcinvf(float y) {
  return (float)erfcinv((double)y);
}
HEDDLE_HOST_MATH float erfcinv(float y) {
  return erfcinvf(y);
}
HEDDLE_HOST_MATH float erfinvf(float y) {
  return (float)erfinv((double)y);
}
HEDDLE_HOST_MATH float erfinv(float y) {
  return erfinvf(y);
}
HEDDLE_HOST_MATH float normcdfinvf(float y) {
  return (float)normcdfinv((double)y);
}
HEDDLE_HOST_MATH float normcdfinv(float y) {
  return normcdfinvf(y);
}
// The series of (x / 2)^(2k + order) / (k! (k + order)!): all of one sign.
HEDDLE_HOST_MATH double heddle_bessel_i(int order, double x) {
  const long double square = (long double)x * x / 4;
  long double term = order == 0 ? 1 : x / 2, sum = term;
  if (x - x != 0) return order == 0 ? fabs(x) : x;
  for (int k = 1; k < 4000 && fabsl(term) > 1e-20L * fabsl(sum); ++k) {
    term *= square / ((long double)k * (k + order));
    sum += term;
  }
  return (double)sum;
}
HEDDLE_HOST_MATH double cyl_bessel_i0(double x) {
  return heddle_bessel_i(0, x);
}
HEDDLE_HOST_MATH double cyl_bessel_i1(double x) {
  return heddle_bessel_i(1, x);
}
HEDDLE_HOST_MATH float cyl_bessel_i0f(float x) {
  return (float)heddle_bessel_i(0, x);
}
HEDDLE_HOST_MATH float cyl_bessel_i0(float x) {
  return cyl_bessel_i0f(x);
}
HEDDLE_HOST_MATH float cyl_bessel_i1f(float x) {
  return (float)heddle_bessel_i(1, x);
}
HEDDLE_HOST_MATH float cyl_bessel_i1(float x) {
  return cyl_bessel_i1f(x);
}
HEDDLE_HOST_MATH double fdivide(double x, double y) {
  return x / y;
}
HEDDLE_HOST_MATH float fdividef(float x, float y) {
  return x / y;
}
HEDDLE_HOST_MATH float fdivide(float x, float y) {
  return fdividef(x, y);
}

// Reduced exactly to |r| <= 1/4 around a multiple of 1/2.
HEDDLE_HOST_MATH void sincospi(double x, double* s, double* c) {
  double turn = x - 2 * rint(0.5 * x);  // in [-1, 1]; 2 * x may overflow
  double half = rint(2 * turn), r = (turn - 0.5 * half) * 3.14159265358979323846;
  double sine = sin(r), cosine = cos(r);
  int quarter = (int)(half - 4 * floor(0.25 * half));
  *s = quarter == 0 ? sine : quarter == 1 ? cosine : quarter == 2 ? -sine : -cosine;
  *c = quarter == 0 ? cosine : quarter == 1 ? -sine : quarter == 2 ? -cosine : sine;
  if (x - x != 0) *s = *c = x - x;
}
HEDDLE_HOST_MATH void sincospif(float x, float* s, float* c) {
  double sine, cosine;
  sincospi((double)x, &sine, &cosine);
  *s = (float)sine;
  *c = (float)cosine;
}
#if !HEDDLE_GLIBC_HAS(2, 41)
HEDDLE_HOST_MATH double sinpi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return s;
}
HEDDLE_HOST_MATH double cospi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return c;
}
HEDDLE_HOST_MATH float sinpif(float x) {
  return (float)sinpi((double)x);
}
HEDDLE_HOST_MATH float cospif(float x) {
  return (float)cospi((double)x);
}
#endif
HEDDLE_HOST_MATH float sinpi(float x) {
  return sinpif(x);
}
HEDDLE_HOST_MATH float cospi(float x) {
  return cospif(x);
}
#undef HEDDLE_HOST_MATH
#undef HEDDLE_GLIBC_HAS
