// SPDX-License-Identifier: Apache-2.0
// How tensor cores add (measured: docs/h200-differences.md, tests/tensor). Products are exact. They
// and the addend are aligned to the largest exponent among them, where KEPT bits behind the
// binary point stay; the rest is cut off, sign and magnitude. The sum of what is left is exact, and
// is cut off to a float, or rounded to a half.
#pragma once

#include "tensor/formats.h"

HEDDLE_TENSOR_BEGIN

constexpr int kKept = 25;
constexpr int kKeptOfBytes = 13;            // wgmma of e4m3 and e5m2, of the sum as well
constexpr std::int32_t kLeastOfHalf = -14;  // an addend that is a denormal half counts as that
constexpr std::int32_t kOfZero = -4096;     // the exponent of what counts for nothing
constexpr std::uint32_t kNan = 0x7fffffff, kInfinity = 0x7f800000;

// sum * 2^exponent, cut off. `odd`: what is cut off shows in the last bit, for who rounds again.
inline std::uint32_t cut_off(std::int64_t sum, std::int32_t exponent, bool odd) {
  if (sum == 0) return 0;
  const std::uint32_t sign = sum < 0 ? 0x80000000u : 0;
  const auto size = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  const int top = 63 - __builtin_clzll(size);
  const int of_top = top + exponent;
  if (of_top > 127) return sign | (odd ? 0x7f7fffffu : kInfinity);
  // The last bit of the result has 2^last.
  const int last = (of_top < -126 ? -126 : of_top) - 23;
  const int shift = last - exponent;
  if (shift > 63) return odd ? sign | 1u : 0;
  const std::uint64_t kept = shift > 0 ? size >> shift : size << -shift;
  const bool lost = shift > 0 && (kept << shift) != size;
  auto bits = static_cast<std::uint32_t>(kept);
  // With the leading bit, the field of the exponent is one less.
  if (of_top >= -126) bits += static_cast<std::uint32_t>(of_top + 126) << 23;
  bits |= lost && odd ? 1u : 0u;
  return bits ? sign | bits : 0;  // no zero is negative
}

// How many bits behind the leading one a sum keeps, where it keeps fewer than a float has.
template <int KEPT>
constexpr std::uint32_t kOfFloat = KEPT < 23 ? ~0u << (23 - KEPT) : ~0u;

// The long way: any numbers. The float that comes out.
template <typename A, typename B, int KEPT, typename BitsA, typename BitsB>
std::uint32_t dot_of_any(std::uint32_t addend, const BitsA* a, const BitsB* b, int count,
                         bool odd) {
  const Number c = number<f32>(addend);
  bool nan = c.nan, plus = c.infinite && !c.negative, minus = c.infinite && c.negative;
  std::int32_t largest = kOfZero;
  if (c.significand) largest = odd && c.exponent < kLeastOfHalf ? kLeastOfHalf : c.exponent;
  for (int k = 0; k < count; ++k) {
    const Number x = number<A>(a[k]), y = number<B>(b[k]);
    nan = nan || x.nan || y.nan;
    if (x.infinite || y.infinite) {
      const bool negative = x.negative != y.negative;
      nan = nan || (!x.infinite && !x.significand) || (!y.infinite && !y.significand);
      (negative ? minus : plus) = true;
    }
    if (x.significand && y.significand && x.exponent + y.exponent > largest) {
      largest = x.exponent + y.exponent;
    }
  }
  if (nan || (plus && minus)) return kNan;
  if (plus || minus) return kInfinity | (minus ? 0x80000000u : 0);
  const auto aligned = [&](std::int64_t significand, int shift) -> std::int64_t {
    if (shift >= 0) return significand << shift;
    if (shift < -62) return 0;
    return significand < 0 ? -(-significand >> -shift) : significand >> -shift;
  };
  std::int64_t sum = c.significand ? aligned(c.significand, KEPT - 23 - (largest - c.exponent)) : 0;
  for (int k = 0; k < count; ++k) {
    const Number x = number<A>(a[k]), y = number<B>(b[k]);
    if (!x.significand || !y.significand) continue;
    sum += aligned(std::int64_t{x.significand} * y.significand,
                   KEPT - A::kMantissa - B::kMantissa - (largest - x.exponent - y.exponent));
  }
  return cut_off(sum, largest - KEPT, odd) & (odd ? ~0u : kOfFloat<KEPT>);
}

// The short way, N sums of ROWS rows: in floats, where every product is exact, and integers. What
// each row needs is done for all of them together, so that the CPU has enough to do.
//
// `addends` become the sums. add(sums, scales) adds the products, each times its sum's scale and
// cut off to an integer. `of_products`: the largest exponents among them, with a float's bias; what
// is `unknown` is no larger than that number. ODD: sums are halves, and what is cut off of one
// shows in its last bit, for who rounds again. Not zero: in these columns the sums are of no use,
// take the long way.
template <int N, int ROWS, bool ODD, int KEPT, typename Add>
Wide<N>::Ints dot(typename Wide<N>::Words (&addends)[ROWS],
                  const typename Wide<N>::Ints (&of_products)[ROWS], int unknown, Add add) {
  using Floats = Wide<N>::Floats;
  using Ints = Wide<N>::Ints;
  using Words = Wide<N>::Words;
  // With these bounds scales, units and results are normal numbers.
  constexpr int kLeast = 26, kMost = 247;
  constexpr std::uint32_t kOne = 127u << 23;
  Ints lowest(kMost), highest(0), sum[ROWS];
  Floats scale[ROWS];
  for (int r = 0; r < ROWS; ++r) {
    const Ints size = __builtin_bit_cast(Ints, addends[r] & 0x7fffffffu);
    // A zero and denormals are below all that is known.
    Ints of_addend = size >> 23;
    if constexpr (ODD) {
      const Ints at_least = __builtin_elementwise_max(of_addend, Ints(kLeastOfHalf + 127));
      of_addend = size == 0 ? Ints(0) : at_least;
    }
    const Ints largest = __builtin_elementwise_max(of_addend, of_products[r]);
    lowest = __builtin_elementwise_min(lowest, largest);
    highest = __builtin_elementwise_max(highest, largest);
    scale[r] = __builtin_bit_cast(Floats, kOne * 2 + (std::uint32_t{KEPT} << 23) -
                                              (__builtin_bit_cast(Words, largest) << 23));
    sum[r] = Ints(0);
  }
  add(sum, scale);
  Words most(0);
  for (int r = 0; r < ROWS; ++r) {
    const Ints aligned =
        __builtin_convertvector(__builtin_bit_cast(Floats, addends[r]) * scale[r], Ints);
    const Ints all = __builtin_bit_cast(
        Ints, __builtin_bit_cast(Words, sum[r]) + __builtin_bit_cast(Words, aligned));
    const Ints magnitude = __builtin_elementwise_abs(all);
    most = __builtin_elementwise_max(most, __builtin_bit_cast(Words, magnitude));
    // To the nearest float, and back by one where that is too far.
    const Floats nearest = __builtin_convertvector(all, Floats);
    const Ints there = __builtin_elementwise_abs(__builtin_convertvector(nearest, Ints));
    Words bits = __builtin_bit_cast(Words, nearest) + __builtin_bit_cast(Words, there > magnitude);
    if constexpr (ODD) bits |= __builtin_bit_cast(Words, there != magnitude) & 1u;
    if constexpr (!ODD) bits &= kOfFloat<KEPT>;
    const Words unit = kOne * 2 - __builtin_bit_cast(Words, scale[r]);
    addends[r] = __builtin_bit_cast(
        Words, __builtin_bit_cast(Floats, bits) * __builtin_bit_cast(Floats, unit));
  }
  // The addend is below 2 * 2^KEPT: what wrapped around has come out next to 2^31, too.
  const Ints wrapped = __builtin_bit_cast(Ints, most + (1u << 27));
  const int least = unknown < kLeast ? kLeast : unknown;
  return (lowest <= least) | (highest > kMost) | (wrapped < 0);
}

// COUNT products of rows of A and the rows of B, eight columns.
template <int ROWS, int COUNT, bool ODD, int KEPT>
bool dot_of_rows(Words (&addends)[ROWS], const float* const (&a)[ROWS], const Floats* b,
                 const Ints (&of_products)[ROWS], int unknown) {
  // They fit: each is below 4 * 2^KEPT, 16 of them or 32 with fewer bits.
  static_assert(COUNT <= 16 || KEPT < 24);
  const auto add = [&](Ints(&sum)[ROWS], const Floats(&scale)[ROWS]) {
    for (int k = 0; k < COUNT; ++k) {
      for (int r = 0; r < ROWS; ++r) {
        sum[r] += __builtin_convertvector(a[r][k] * b[k] * scale[r], Ints);
      }
    }
  };
  return __builtin_reduce_or(dot<8, ROWS, ODD, KEPT>(addends, of_products, unknown, add)) != 0;
}

HEDDLE_TENSOR_END
