// SPDX-License-Identifier: Apache-2.0
// Compiler builtins with two results, which libcu++'s complex functions call: LLVM has intrinsics
// for them. Exact but for sine and cosine.
#include <cmath>

#include "../check.h"

HD double input(unsigned bits) {
  return (double)(int)bits * (1.0 / (1 << 20));
}

HD unsigned bits_of(double x) {
  unsigned long long bits;
  memcpy(&bits, &x, sizeof bits);
  return (unsigned)(bits >> 32) ^ (unsigned)bits;
}

HD unsigned exponents(unsigned i, const unsigned* in) {
  int e, f;
  const double m = __builtin_frexp(input(in[i]), &e);
  const float n = __builtin_frexpf((float)input(in[i + 1]), &f);
  return bits_of(m) + bits_of(n) * 3 + e * 5 + f * 7;
}

HD unsigned whole_parts(unsigned i, const unsigned* in) {
  double a;
  float b;
  const double p = __builtin_modf(input(in[i]), &a);
  const float q = __builtin_modff((float)input(in[i + 1]), &b);
  return bits_of(p) + bits_of(q) * 3 + bits_of(a) * 5 + bits_of(b) * 7;
}

// i where both agree with the functions of one result.
HD unsigned circles(unsigned i, const unsigned* in) {
  const double x = input(in[i]) / 100;
  const float y = (float)x;
  double s, c;
  float sf, cf;
  __builtin_sincos(x, &s, &c);
  __builtin_sincosf(y, &sf, &cf);
  const bool near = fabs(s - sin(x)) < 1e-12 && fabs(c - cos(x)) < 1e-12 &&
                    fabsf(sf - sinf(y)) < 1e-6f && fabsf(cf - cosf(y)) < 1e-6f;
  return near ? i : ~i;
}

int main() {
  check::each<exponents>("frexp");
  check::each<whole_parts>("modf");
  check::each<circles>("sincos");
  return check::result();
}
