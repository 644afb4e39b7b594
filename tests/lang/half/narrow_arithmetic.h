// SPDX-License-Identifier: Apache-2.0
// Arithmetic of a 16-bit type against exact results that are rounded once.
#pragma once

#include "narrow.h"

namespace narrow {

constexpr unsigned kCases = 1 << 15;

template <class T, class T2, class F>
struct Arithmetic {
  static Bits saturated(Bits bits) {
    const double x = F::decode(bits);
    return x > 0 ? (x > 1 ? F::encode({1, 0}) : bits) : 0;
  }
  static Bits at_least_zero(Bits bits) {
    const double x = F::decode(bits);
    return x != x ? F::kNan : x > 0 ? bits : 0;
  }
  static HD T pick(unsigned i, int operand) {
    const Operands o = operands<F>(i);
    return from_bits<T>(operand == 0 ? o.a : operand == 1 ? o.b : o.c);
  }
  static double number(unsigned i, int operand) {
    const Operands o = operands<F>(i);
    return F::decode(operand == 0 ? o.a : operand == 1 ? o.b : o.c);
  }

  static Exact fused(unsigned i) { return sum(number(i, 0) * number(i, 1), number(i, 2)); }
  static Exact added(unsigned i, double sign = 1) { return sum(number(i, 0), sign * number(i, 1)); }

#define NARROW_BINARY(name, exact)                                                       \
  static HD Bits got##name(unsigned i) { return to_bits(name(pick(i, 0), pick(i, 1))); } \
  static Bits want##name(unsigned i) { return exact; }
#define NARROW_TERNARY(name, exact)                           \
  static HD Bits got##name(unsigned i) {                      \
    return to_bits(name(pick(i, 0), pick(i, 1), pick(i, 2))); \
  }                                                           \
  static Bits want##name(unsigned i) { return exact; }
  NARROW_BINARY(__hadd, F::encode(added(i)))
  NARROW_BINARY(__hadd_rn, F::encode(added(i)))
  NARROW_BINARY(__hadd_sat, saturated(F::encode(added(i))))
  NARROW_BINARY(__hsub, F::encode(added(i, -1)))
  NARROW_BINARY(__hsub_rn, F::encode(added(i, -1)))
  NARROW_BINARY(__hsub_sat, saturated(F::encode(added(i, -1))))
  NARROW_BINARY(__hmul, F::encode({number(i, 0) * number(i, 1), 0}))
  NARROW_BINARY(__hmul_rn, F::encode({number(i, 0) * number(i, 1), 0}))
  NARROW_BINARY(__hmul_sat, saturated(F::encode({number(i, 0) * number(i, 1), 0})))
  NARROW_BINARY(__hdiv, F::encode(quotient(number(i, 0), number(i, 1))))
  NARROW_TERNARY(__hfma, F::encode(fused(i)))
  NARROW_TERNARY(__hfma_sat, saturated(F::encode(fused(i))))
  NARROW_TERNARY(__hfma_relu, at_least_zero(F::encode(fused(i))))
#undef NARROW_BINARY
#undef NARROW_TERNARY

  static void scalars() {
#define NARROW_CHECK(name) compare_both<got##name>(#name, kCases, want##name);
    NARROW_CHECK(__hadd)
    NARROW_CHECK(__hadd_rn)
    NARROW_CHECK(__hadd_sat)
    NARROW_CHECK(__hsub)
    NARROW_CHECK(__hsub_rn)
    NARROW_CHECK(__hsub_sat)
    NARROW_CHECK(__hmul)
    NARROW_CHECK(__hmul_rn)
    NARROW_CHECK(__hmul_sat)
    NARROW_CHECK(__hdiv)
    NARROW_CHECK(__hfma)
    NARROW_CHECK(__hfma_sat)
    NARROW_CHECK(__hfma_relu)
#undef NARROW_CHECK
  }

  // Operators and vector forms say the same as the scalars, part by part.
  static HD unsigned pairs(unsigned i) {
    const T2 a(pick(i, 0), pick(i, 1)), b(pick(i, 2), pick(i + 1, 0));
    const T2 c(pick(i + 1, 1), pick(i + 1, 2));
    const auto same = [](T2 pair, T x, T y) {
      return to_bits(pair.x) == to_bits(x) && to_bits(pair.y) == to_bits(y);
    };
    T2 counted = a;
    const T2 before = counted++;
    const T one = from_bits<T>(F::kBias << (15 - F::kExponent));
    T compound = a.x;
    compound += a.y, compound *= b.x, compound -= b.y, compound /= c.x;
    unsigned bad = 0;
    bad |= !same(__hadd2(a, b), __hadd(a.x, b.x), __hadd(a.y, b.y)) << 0;
    bad |= !same(a - b, __hsub(a.x, b.x), __hsub(a.y, b.y)) << 1;
    bad |= !same(__hmul2(a, b), a.x * b.x, a.y * b.y) << 2;
    bad |= !same(__h2div(a, b), a.x / b.x, a.y / b.y) << 3;
    bad |= !same(__hfma2(a, b, c), __hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)) << 4;
    bad |= !same(__hfma2_sat(a, b, c), __hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)) << 5;
    bad |= !same(__hfma2_relu(a, b, c), __hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y))
           << 6;
    bad |= !same(__hadd2_sat(a, b), __hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)) << 7;
    bad |= !same(counted, __hadd(a.x, one), __hadd(a.y, one)) << 8;
    bad |= !same(before, a.x, a.y) << 9;
    bad |= (to_bits(compound) != to_bits(__hdiv(__hsub(__hmul(__hadd(a.x, a.y), b.x), b.y), c.x)))
           << 10;
    bad |= !same(__hmax2(a, b), __hmax(a.x, b.x), __hmax(a.y, b.y)) << 11;
    bad |= !same(__hmin2_nan(a, b), __hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)) << 12;
    bad |= !same(__hsub2_sat(a, b), __hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)) << 13;
    bad |= !same(__hmul2_sat(a, b), __hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)) << 14;
    bad |= !same(__hcmadd(a, b, c), __hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)),
                 __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)))
           << 15;
    return bad;
  }

  static void vectors() {
    compare_both<pairs>("vector forms", kCases, [](unsigned) { return 0u; });
  }

  // Lanes take different ways, in blocks of all shapes; the host must get the same.
  static HD unsigned divergent(unsigned i, const unsigned* in) {
    T x = from_bits<T>((Bits)in[i]), y = from_bits<T>((Bits)(in[i] >> 16));
    T sum = x;
    for (unsigned k = 0; k < in[i + 7] % 6; ++k) {
      if ((in[i + k] >> 3) & 1) {
        sum = __hfma(sum, y, x);
      } else if (__hlt(sum, y) || (in[i + k] & 64)) {
        sum = sum / y - x;
        continue;
      } else {
        x = __hmax(x, sum);
      }
      if (__hisnan(sum)) sum = T(static_cast<float>(i));
    }
    return to_bits(sum) | to_bits(x) << 16;
  }
};

}  // namespace narrow
