// SPDX-License-Identifier: Apache-2.0
// Reference values with 113 bits, from GCC's libquadmath and a few series of our own.
#pragma once

namespace reference {

using Quad = __float128;

extern "C" {
#define HEDDLE_QUAD_1(name) Quad name##q(Quad);
// clang-format off: it cannot settle on a layout for a list of macro calls
  HEDDLE_QUAD_1(sin) HEDDLE_QUAD_1(cos) HEDDLE_QUAD_1(tan) HEDDLE_QUAD_1(asin)
  HEDDLE_QUAD_1(acos) HEDDLE_QUAD_1(atan) HEDDLE_QUAD_1(sinh) HEDDLE_QUAD_1(cosh)
  HEDDLE_QUAD_1(tanh) HEDDLE_QUAD_1(asinh) HEDDLE_QUAD_1(acosh) HEDDLE_QUAD_1(atanh)
  HEDDLE_QUAD_1(exp) HEDDLE_QUAD_1(exp2) HEDDLE_QUAD_1(expm1) HEDDLE_QUAD_1(log)
  HEDDLE_QUAD_1(log2) HEDDLE_QUAD_1(log10) HEDDLE_QUAD_1(log1p) HEDDLE_QUAD_1(cbrt)
  HEDDLE_QUAD_1(erf) HEDDLE_QUAD_1(erfc) HEDDLE_QUAD_1(lgamma) HEDDLE_QUAD_1(tgamma)
  HEDDLE_QUAD_1(sqrt) HEDDLE_QUAD_1(j0) HEDDLE_QUAD_1(j1) HEDDLE_QUAD_1(y0) HEDDLE_QUAD_1(y1)
  HEDDLE_QUAD_1(fabs) HEDDLE_QUAD_1(rint) HEDDLE_QUAD_1(floor)
    // clang-format on
    Quad atan2q(Quad, Quad);
Quad powq(Quad, Quad);
Quad hypotq(Quad, Quad);
Quad fmodq(Quad, Quad);
Quad remainderq(Quad, Quad);
Quad nextafterq(Quad, Quad);
Quad scalbnq(Quad, int);
#undef HEDDLE_QUAD_1
}

inline constexpr Quad kPi = 3.14159265358979323846264338327950288419716939937510582097494Q;

inline Quad exp10q(Quad x) {
  return powq(10, x);
}
inline Quad rsqrtq(Quad x) {
  return 1 / sqrtq(x);
}
inline Quad rcbrtq(Quad x) {
  return 1 / cbrtq(x);
}
inline Quad rhypotq(Quad x, Quad y) {
  return 1 / hypotq(x, y);
}
inline Quad sinpiq(Quad x) {
  Quad half = rintq(2 * x), r = (x - half / 2) * kPi;
  int quarter = (int)(half - 4 * floorq(half / 4));
  Quad s = quarter & 1 ? cosq(r) : sinq(r);
  return quarter & 2 ? -s : s;
}
inline Quad cospiq(Quad x) {
  Quad half = rintq(2 * x), r = (x - half / 2) * kPi;
  int quarter = (int)(half - 4 * floorq(half / 4));
  Quad c = quarter & 1 ? sinq(r) : cosq(r);
  return quarter == 1 || quarter == 2 ? -c : c;
}
// Halley's iteration on the small one of erf and erfc.
inline Quad solve(Quad p, Quad q, Quad start) {
  Quad y = start;
  for (int i = 0; i < 4; ++i) {
    Quad slope = 2 / sqrtq(kPi) * expq(-y * y);
    Quad d = (p < 0.5Q ? erfq(y) - p : q - erfcq(y)) / slope;
    y -= d / (1 + y * d);
  }
  return y;
}
inline Quad start_for(Quad q) {  // erfc(start) is near q
  Quad l = -logq(q * (2 - q)), y = sqrtq(l > 0.01Q ? l : 0.01Q);
  if (l < 3) return 1 - q < 0.9Q ? (1 - q) * 0.886Q / sqrtq(1 - (1 - q) * (1 - q) * 0.5Q) : 1.1Q;
  for (int i = 0; i < 4; ++i) y = sqrtq(-logq(q) - logq(y > 0.5Q ? y : 0.5Q) - 0.5724Q);
  return y;
}
inline Quad erfinvq(Quad x) {
  Quad p = fabsq(x), y = solve(p, 1 - p, start_for(1 - p));
  return x < 0 ? -y : y;
}
inline Quad erfcinvq(Quad x) {
  return x > 1 ? -solve(x - 1, 2 - x, start_for(2 - x)) : solve(1 - x, x, start_for(x));
}
inline Quad normcdfq(Quad x) {
  return erfcq(-x / sqrtq(2)) / 2;
}
inline Quad normcdfinvq(Quad x) {
  return -sqrtq(2) * erfcinvq(2 * x);
}
inline Quad erfcxq(Quad x) {
  return expq(x * x) * erfcq(x);
}
inline Quad bessel_iq(int order, Quad x) {
  Quad z = x * x / 4, term = order ? x / 2 : 1, sum = term;
  for (int k = 1; k < 3000 && fabsq(term) > fabsq(sum) * 1e-34Q; ++k) {
    term *= z / (Quad(k) * (k + order));
    sum += term;
  }
  return sum;
}
inline Quad cyl_bessel_i0q(Quad x) {
  return bessel_iq(0, x);
}
inline Quad cyl_bessel_i1q(Quad x) {
  return bessel_iq(1, x);
}

}  // namespace reference
