// SPDX-License-Identifier: Apache-2.0
// Logarithm, exponential, sine and cosine of sixteen numbers, for what the distributions need:
// series on a reduced argument, the same on every CPU.
#pragma once

#include "curand/lanes/vectors.h"

HEDDLE_CURAND_BEGIN

template <class V>
struct Real;
template <>
struct Real<Floats> {
  using Bits = Words;
  using Signed = Ints;
  static constexpr int kMantissa = 23, kBias = 127;
  // Terms of the series: beyond them is less than half a unit of the last place.
  static constexpr int kLog = 4, kSine = 4, kExponential = 7;
  // ln 2 and pi / 2 in parts of few bits, so that products with small whole numbers are exact.
  static constexpr double kLn2[] = {0x1.62ep-1, 0x1.0bfbe8p-15};
  static constexpr double kHalfPi[] = {0x1.92p0, 0x1.fb4p-12, 0x1.4442d18p-24};
};
template <>
struct Real<Doubles> {
  using Bits = Longs;
  using Signed = LongInts;
  static constexpr int kMantissa = 52, kBias = 1023;
  static constexpr int kLog = 10, kSine = 8, kExponential = 13;
  static constexpr double kLn2[] = {0x1.62e42fee00000p-1, 0x1.a39ef35793c76p-33};
  static constexpr double kHalfPi[] = {0x1.921fb54400000p0, 0x1.0b4611a600000p-34,
                                       0x1.3198a2e037073p-69};
};

template <class V>
inline V same(double x) {
  return V(static_cast<decltype(V{}[0] + 0)>(x));
}

// Of a normal number above 0: its mantissa m in [sqrt(1/2), sqrt(2)), ln m = 2 artanh((m - 1) / (m
// + 1)).
template <class V>
inline V log_of(V x) {
  using R = Real<V>;
  using Bits = R::Bits;
  using Signed = R::Signed;
  const Bits bits = __builtin_bit_cast(Bits, x);
  const Bits half_root = __builtin_bit_cast(Bits, same<V>(0.70710678118654752440));
  const Signed exponent = __builtin_bit_cast(Signed, bits - half_root) >> R::kMantissa;
  const V m = __builtin_bit_cast(V, bits - (__builtin_bit_cast(Bits, exponent) << R::kMantissa));
  const V s = (m - same<V>(1.0)) / (m + same<V>(1.0));
  const V z = s * s;
  V series = same<V>(1.0 / (2 * R::kLog + 1));
#pragma unroll
  for (int k = R::kLog - 1; k >= 1; --k) series = series * z + same<V>(1.0 / (2 * k + 1));
  const V e = __builtin_convertvector(exponent, V);
  const V twice = s + s;
  return e * same<V>(R::kLn2[0]) + (twice + (twice * z * series + e * same<V>(R::kLn2[1])));
}

// Infinite and 0 beyond the numbers; x no NaN.
template <class V>
inline V exponential_of(V x) {
  using R = Real<V>;
  using Bits = R::Bits;
  using Signed = R::Signed;
  constexpr double kFar = 1.5 * (R::kBias + R::kMantissa);  // where it is 0 or infinite
  x = x > same<V>(kFar) ? same<V>(kFar) : x < same<V>(-kFar) ? same<V>(-kFar) : x;
  const V shifted = x * same<V>(1.44269504088896340736);
  const Signed n = __builtin_convertvector(
      shifted + (shifted < same<V>(0.0) ? same<V>(-0.5) : same<V>(0.5)), Signed);
  const V whole = __builtin_convertvector(n, V);
  const V r = (x - whole * same<V>(R::kLn2[0])) - whole * same<V>(R::kLn2[1]);
  V series = same<V>(0.0);
#pragma unroll
  for (int k = R::kExponential; k >= 2; --k) {
    double factor = 1;
    for (int i = 2; i <= k; ++i) factor /= i;
    series = series * r + same<V>(factor);
  }
  const V power = same<V>(1.0) + (r + r * r * series);
  // 2^n in two steps, as it may be beyond the numbers where the result is not.
  const Signed half = n >> 1;
  const auto scale = [](Signed exponent) {
    return __builtin_bit_cast(V, __builtin_bit_cast(Bits, exponent + R::kBias) << R::kMantissa);
  };
  return power * scale(half) * scale(n - half);
}

// Of an angle in [0, 2 pi].
template <class V>
inline void sine_and_cosine(V angle, V& sine, V& cosine) {
  using R = Real<V>;
  using Bits = R::Bits;
  using Signed = R::Signed;
  const Signed quarter =
      __builtin_convertvector(angle * same<V>(0.63661977236758134308) + same<V>(0.5), Signed);
  const V q = __builtin_convertvector(quarter, V);
  const V r = ((angle - q * same<V>(R::kHalfPi[0])) - q * same<V>(R::kHalfPi[1])) -
              q * same<V>(R::kHalfPi[2]);
  const V z = r * r;
  V s = same<V>(0.0), c = same<V>(0.0);
  double factor = 1;
#pragma unroll
  for (int k = 2 * R::kSine + 1; k >= 1; --k) {
    // 1 / k! with the sign of its term, from the smallest.
    factor = 1;
    for (int i = 2; i <= k; ++i) factor /= i;
    if (k / 2 % 2) factor = -factor;
    if (k % 2) {
      if (k > 1) s = s * z + same<V>(factor);
    } else {
      c = c * z + same<V>(factor);
    }
  }
  // The last terms apart: r and 1 are exact.
  s = r + r * (s * z);
  c = same<V>(1.0) + c * z;
  const Signed odd = (quarter & 1) != 0;
  const V first = odd ? c : s, second = odd ? s : c;
  constexpr int kSign = sizeof(V{}[0]) * 8 - 1;
  const Bits bits = __builtin_bit_cast(Bits, quarter);
  sine = __builtin_bit_cast(V, __builtin_bit_cast(Bits, first) ^ ((bits >> 1 & 1) << kSign));
  cosine =
      __builtin_bit_cast(V, __builtin_bit_cast(Bits, second) ^ (((bits + 1) >> 1 & 1) << kSign));
}

HEDDLE_CURAND_END
