// SPDX-License-Identifier: Apache-2.0
// Lengths of vectors and their reciprocals. Float: the sum of squares in double neither overflows
// nor loses. Double: scaled by the power of two of the largest component.
#include "portable.h"

HELPER double largest(double a, double b) {
  return a > b ? a : b;
}

// 2^-e for the exponent e of x, kept within normal numbers; 1 for zero, infinity and NaN.
HELPER double down_scale(double x) {
  int e = (int)(bits<unsigned long long>(x) >> 52) & 0x7ff;
  e = e > 2045 ? 2045 : e < 1 ? 1 : e;
  double k = bits<double>((unsigned long long)(2046 - e) << 52);
  return x > 0 && x - x == 0 ? k : 1.0;
}

// An infinite component makes the length infinite even beside a NaN.
HELPER bool any_infinite(double a, double b, double c, double d) {
  return __builtin_isinf(a) || __builtin_isinf(b) || __builtin_isinf(c) || __builtin_isinf(d);
}

HELPER double norm_of_4(double a, double b, double c, double d, bool reciprocal) {
  double m = largest(largest(__builtin_fabs(a), __builtin_fabs(b)),
                     largest(__builtin_fabs(c), __builtin_fabs(d)));
  double k = down_scale(m);
  a *= k;
  b *= k;
  c *= k;
  d *= k;
  double root =
      __builtin_sqrt(__builtin_fma(a, a, __builtin_fma(b, b, __builtin_fma(c, c, d * d))));
  bool infinite = any_infinite(a, b, c, d);
  if (reciprocal) return infinite ? 0.0 : k / root;
  return infinite ? __builtin_inf() : root / k;
}
HELPER float norm_of_4(float a, float b, float c, float d, bool reciprocal) {
  double sum = (double)a * a + (double)b * b + (double)c * c + (double)d * d;
  bool infinite = any_infinite(a, b, c, d);
  double root = infinite ? __builtin_inf() : __builtin_sqrt(sum);
  return (float)(reciprocal ? 1.0 / root : root);
}

template <class F>
HELPER double norm_of_n(int n, const F* p, bool reciprocal) {
  double m = 0;
  bool infinite = false;
  for (int i = 0; i < n; ++i) {
    infinite = infinite || __builtin_isinf(p[i]);
    m = largest(m, __builtin_fabs((double)p[i]));
  }
  double k = down_scale(m), sum = 0;
  for (int i = 0; i < n; ++i) sum = __builtin_fma(p[i] * k, p[i] * k, sum);
  double root = __builtin_sqrt(sum);
  if (reciprocal) return infinite ? 0.0 : k / root;
  return infinite ? __builtin_inf() : root / k;
}

DEVICE_BEGIN

DEVICE double rhypot(double x, double y) {
  return norm_of_4(x, y, 0.0, 0.0, true);
}
DEVICE float rhypotf(float x, float y) {
  return norm_of_4(x, y, 0.0f, 0.0f, true);
}
DEVICE float hypotf(float x, float y) {
  return norm_of_4(x, y, 0.0f, 0.0f, false);
}
DEVICE double norm3d(double a, double b, double c) {
  return norm_of_4(a, b, c, 0.0, false);
}
DEVICE float norm3df(float a, float b, float c) {
  return norm_of_4(a, b, c, 0.0f, false);
}
DEVICE double rnorm3d(double a, double b, double c) {
  return norm_of_4(a, b, c, 0.0, true);
}
DEVICE float rnorm3df(float a, float b, float c) {
  return norm_of_4(a, b, c, 0.0f, true);
}
DEVICE double norm4d(double a, double b, double c, double d) {
  return norm_of_4(a, b, c, d, false);
}
DEVICE float norm4df(float a, float b, float c, float d) {
  return norm_of_4(a, b, c, d, false);
}
DEVICE double rnorm4d(double a, double b, double c, double d) {
  return norm_of_4(a, b, c, d, true);
}
DEVICE float rnorm4df(float a, float b, float c, float d) {
  return norm_of_4(a, b, c, d, true);
}
DEVICE double norm(int n, const double* p) {
  return norm_of_n(n, p, false);
}
DEVICE float normf(int n, const float* p) {
  return (float)norm_of_n(n, p, false);
}
DEVICE double rnorm(int n, const double* p) {
  return norm_of_n(n, p, true);
}
DEVICE float rnormf(int n, const float* p) {
  return (float)norm_of_n(n, p, true);
}

DEVICE_END
