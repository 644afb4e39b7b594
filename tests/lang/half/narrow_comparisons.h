// SPDX-License-Identifier: Apache-2.0
// Comparisons of a 16-bit type, minimum and maximum, with NaN, infinities and zeros of both signs.
#pragma once

#include "narrow.h"

namespace narrow {

template <class T, class T2, class F>
struct Comparisons {
  // Equal numbers, special ones and random ones.
  static HD Bits operand(unsigned i, unsigned which) {
    const Bits special[] = {0,       0x8000, 1,      0x8001, F::kInfinity, F::kInfinity | 0x8000,
                            F::kNan, 0xffff, 0x3c01, 0xbc01};
    const Operands o = operands<F>(i);
    if (i % 2) return special[(which ? i / 2 / 10 : i / 2) % 10];
    return which == 0 || i % 16 == 0 ? o.a : i % 16 == 2 ? o.a ^ 0x8000 : o.b;
  }

  static HD unsigned got(unsigned i) {
    const T a = from_bits<T>(operand(i, 0)), b = from_bits<T>(operand(i, 1));
    unsigned all = 0, bit = 0;
    const auto add = [&](bool value) { all |= (unsigned)value << bit++; };
    add(__heq(a, b)), add(__hne(a, b)), add(__hlt(a, b)), add(__hle(a, b)), add(__hgt(a, b)),
        add(__hge(a, b));
    add(__hequ(a, b)), add(__hneu(a, b)), add(__hltu(a, b)), add(__hleu(a, b)), add(__hgtu(a, b)),
        add(__hgeu(a, b));
    add(a == b), add(a != b), add(a < b), add(a <= b), add(a > b), add(a >= b);
    add(__hisnan(a)), add(__hisinf(a) == 1), add(__hisinf(a) == -1), add(__hisinf(a) == 0);
    return all;
  }
  static unsigned want(unsigned i) {
    const double a = F::decode(operand(i, 0)), b = F::decode(operand(i, 1));
    const bool none = a != a || b != b;
    unsigned all = 0, bit = 0;
    const auto add = [&](bool value) { all |= (unsigned)value << bit++; };
    add(a == b), add(!none && a != b), add(a < b), add(a <= b), add(a > b), add(a >= b);
    add(none || a == b), add(a != b), add(none || a < b), add(none || a <= b), add(none || a > b),
        add(none || a >= b);
    add(a == b), add(a != b), add(a < b), add(a <= b), add(a > b), add(a >= b);
    add(a != a), add(a == INFINITY), add(a == -INFINITY), add(!std::isinf(a));
    return all;
  }

  static HD unsigned long long extremes(unsigned i) {
    const T a = from_bits<T>(operand(i, 0)), b = from_bits<T>(operand(i, 1));
    return to_bits(__hmin(a, b)) | (unsigned)to_bits(__hmax(a, b)) << 16 |
           (unsigned long long)to_bits(__hmin_nan(a, b)) << 32 |
           (unsigned long long)to_bits(__hmax_nan(a, b)) << 48;
  }
  static unsigned long long want_extremes(unsigned i) {
    const Bits x = operand(i, 0), y = operand(i, 1);
    const double a = F::decode(x), b = F::decode(y);
    const auto less = [](double p, double q) {
      return p < q || (p == q && std::signbit(p) && !std::signbit(q));
    };
    Bits low = less(b, a) ? y : x, high = less(a, b) ? y : x;
    const Bits low_nan = a != a || b != b ? F::kNan : low,
               high_nan = a != a || b != b ? F::kNan : high;
    if (a != a || b != b) low = high = a == a ? x : b == b ? y : F::kNan;
    return low | (unsigned)high << 16 | (unsigned long long)low_nan << 32 |
           (unsigned long long)high_nan << 48;
  }

  // Pairs: numbers 1 and 0, masks, and whether both are so.
  static HD unsigned pairs(unsigned i) {
    const T a = from_bits<T>(operand(i, 0)), b = from_bits<T>(operand(i, 1));
    const T c = from_bits<T>(operand(i + 3, 0)), d = from_bits<T>(operand(i + 3, 1));
    const T2 x(a, c), y(b, d);
    const Bits one = F::kBias << F::kMantissaBits;
    unsigned bad = 0, bit = 0;
    const auto check = [&](T2 numbers, unsigned mask, bool both, bool low, bool high) {
      const bool good =
          to_bits(numbers.x) == (low ? one : 0) && to_bits(numbers.y) == (high ? one : 0) &&
          mask == ((low ? 0xffffu : 0u) | (high ? 0xffff0000u : 0u)) && both == (low && high);
      bad |= (unsigned)!good << bit++;
    };
#define NARROW_PAIR(op) \
  check(__h##op##2(x, y), __h##op##2_mask(x, y), __hb##op##2(x, y), __h##op(a, b), __h##op(c, d))
    NARROW_PAIR(eq);
    NARROW_PAIR(ne);
    NARROW_PAIR(lt);
    NARROW_PAIR(le);
    NARROW_PAIR(gt);
    NARROW_PAIR(ge);
    NARROW_PAIR(equ);
    NARROW_PAIR(neu);
    NARROW_PAIR(ltu);
    NARROW_PAIR(leu);
    NARROW_PAIR(gtu);
    NARROW_PAIR(geu);
#undef NARROW_PAIR
    bad |= (unsigned)((x == y) != __hbeq2(x, y) || (x != y) != __hbneu2(x, y) ||
                      (x < y) != __hblt2(x, y) || (x >= y) != __hbge2(x, y))
           << bit++;
    const T2 nans = __hisnan2(x);
    bad |= (unsigned)(to_bits(nans.x) != (__hisnan(a) ? one : 0) ||
                      to_bits(nans.y) != (__hisnan(c) ? one : 0))
           << bit++;
    return bad;
  }

  static void run_all() {
    constexpr unsigned n = 1 << 14;
    compare_both<got>("comparisons", n, want);
    compare_both<extremes>("minimum and maximum", n, want_extremes);
    compare_both<pairs>("comparisons of pairs", n, [](unsigned) { return 0u; });
  }
};

}  // namespace narrow
