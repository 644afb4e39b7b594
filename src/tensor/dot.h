// SPDX-License-Identifier: Apache-2.0
// How tensor cores add (measured: docs/h200-differences.md, tests/tensor). Products are exact. They
// and the addend are aligned to the largest exponent among them, where `kKept` bits behind the
// binary point stay; the rest is cut off, sign and magnitude. The sum of what is left is exact, and
// is cut off to a float, or rounded to a half.
#pragma once

#include "tensor/formats.h"

HEDDLE_TENSOR_BEGIN

constexpr int kKept = 25;
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
  if (shift > 63) return sign | (odd ? 1u : 0u);
  const std::uint64_t kept = shift > 0 ? size >> shift : size << -shift;
  const bool lost = shift > 0 && (kept << shift) != size;
  auto bits = static_cast<std::uint32_t>(kept);
  // With the leading bit, the field of the exponent is one less.
  if (of_top >= -126) bits += static_cast<std::uint32_t>(of_top + 126) << 23;
  return sign | bits | (lost && odd ? 1u : 0u);
}

// The long way: any numbers. Products k * stride of b; the float that comes out.
template <typename A, typename B>
std::uint32_t dot_of_any(std::uint32_t addend, const std::uint32_t* a, const std::uint32_t* b,
                         int stride, int count, bool odd) {
  const Number c = number<f32>(addend);
  bool nan = c.nan, plus = c.infinite && !c.negative, minus = c.infinite && c.negative;
  std::int32_t largest = c.significand ? c.exponent : kOfZero;
  for (int k = 0; k < count; ++k) {
    const Number x = number<A>(a[k]), y = number<B>(b[k * stride]);
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
  std::int64_t sum =
      c.significand ? aligned(c.significand, kKept - 23 - (largest - c.exponent)) : 0;
  for (int k = 0; k < count; ++k) {
    const Number x = number<A>(a[k]), y = number<B>(b[k * stride]);
    if (!x.significand || !y.significand) continue;
    sum += aligned(std::int64_t{x.significand} * y.significand,
                   kKept - A::kMantissa - B::kMantissa - (largest - x.exponent - y.exponent));
  }
  return cut_off(sum, largest - kKept, odd);
}

// The short way, for eight columns: in floats, where every product is exact, and integers.
struct Sum {
  Doubles value;      // exact
  Ints out_of_range;  // not 0: of no use, take the long way
};

template <int COUNT>
Sum dot(Floats c, const float* a, const std::int32_t* of_a, const Floats* b, const Ints* of_b) {
  const Words size = words_of(c) & 0x7fffffffu;
  const Ints of_c = greater_of(__builtin_bit_cast(Ints, size >> 23), Ints(1)) - 127;
  Ints largest = size == 0 ? Ints(kOfZero) : of_c;
  for (int k = 0; k < COUNT; ++k) largest = greater_of(largest, of_b[k] + of_a[k]);
  Sum result;
  // All zeros (below twice the least exponents) make a zero at any scale.
  result.out_of_range =
      ((largest < -100) & (largest > -1000)) | (largest > 120) | (size >= kInfinity);
  largest = greater_of(largest, Ints(-100));
  const Floats scale = floats_of(__builtin_bit_cast(Words, (kKept + 127 - largest) << 23));
  // At most 16 products below 4 * 2^kKept each.
  Ints sum(0);
  for (int k = 0; k < COUNT; ++k) sum += __builtin_convertvector(a[k] * b[k] * scale, Ints);
  const Ints addend = __builtin_convertvector(c * scale, Ints);
  const Doubles unit =
      __builtin_bit_cast(Doubles, __builtin_convertvector(largest - kKept + 1023, Longs) << 52);
  result.value =
      (__builtin_convertvector(sum, Doubles) + __builtin_convertvector(addend, Doubles)) * unit;
  return result;
}

// Cut off to floats. Those are normal, since no unit is below 2^-125.
inline Floats cut_off(Doubles value) {
  const Longs bits = __builtin_bit_cast(Longs, value) & ~0x1fffffffll;
  return __builtin_convertvector(__builtin_bit_cast(Doubles, bits), Floats);
}
// The same where what is cut off shows in the last bit.
inline Floats cut_off_odd(Doubles value) {
  const Longs bits = __builtin_bit_cast(Longs, value);
  const Longs lost = (bits & 0x1fffffff) != 0 ? Longs(0x20000000) : Longs(0);
  return __builtin_convertvector(__builtin_bit_cast(Doubles, (bits & ~0x1fffffffll) | lost),
                                 Floats);
}

HEDDLE_TENSOR_END
