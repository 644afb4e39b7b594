// SPDX-License-Identifier: Apache-2.0
// The floating-point formats of operands: their fields, and what a number is made of.
#pragma once

#include "tensor/vectors.h"

HEDDLE_TENSOR_BEGIN

// A number of `bits` bits in a word whose lower `unused` bits nobody looks at.
template <int BITS, int EXPONENT, int MANTISSA, int UNUSED = 0>
struct Format {
  static constexpr int kBits = BITS, kExponent = EXPONENT, kMantissa = MANTISSA, kUnused = UNUSED;
  static constexpr int kBias = (1 << (EXPONENT - 1)) - 1;
  static constexpr std::uint32_t kTop = (1u << EXPONENT) - 1;  // of the exponent field
};
using f16 = Format<16, 5, 10>;
using bf16 = Format<16, 8, 7>;
using tf32 = Format<32, 8, 10, 13>;
using e5m2 = Format<8, 5, 2>;
using e4m3 = Format<8, 4, 3>;  // no infinity: the top exponent is one like others, NaN is all ones
using f32 = Format<32, 8, 23>;

// What the upper 16 bits are, where there are more.
template <typename F>
struct UpperOf {
  using Type = F;
};
template <>
struct UpperOf<tf32> {
  using Type = bf16;
};

// significand * 2^(exponent - mantissa bits). As the hardware has it: denormals are not normalised,
// and `exponent` is that of the field.
struct Number {
  std::int32_t significand;  // with its sign
  std::int32_t exponent;
  bool negative, infinite, nan;
};

template <typename F>
Number number(std::uint32_t bits) {
  bits >>= F::kUnused;
  const std::uint32_t field = bits >> F::kMantissa & F::kTop;
  const std::uint32_t mantissa = bits & ((1u << F::kMantissa) - 1);
  Number n{};
  n.negative = bits >> (F::kBits - F::kUnused - 1) & 1;
  const bool top = field == F::kTop;
  if constexpr (F::kBits == 8 && F::kExponent == 4) {
    n.nan = top && mantissa == 7;
  } else {
    n.infinite = top && mantissa == 0;
    n.nan = top && mantissa != 0;
  }
  const auto size = static_cast<std::int32_t>(mantissa | (field ? 1u << F::kMantissa : 0));
  n.significand = n.negative ? -size : size;
  n.exponent = static_cast<std::int32_t>(field ? field : 1) - F::kBias;
  return n;
}

// Sixteen numbers at once, for the short way of dot.h. Bits as below, in words of 16.
using Halves = std::uint16_t __attribute__((ext_vector_type(16)));
using Half8 = std::uint16_t __attribute__((ext_vector_type(8)));
// The upper halves of the first K elements of a line, zeros behind them.
template <int K>
Half8 upper(Half8 bits) {
  return bits;
}
template <int K>
Half8 upper(Words bits) {
  const Half8 halves = __builtin_convertvector(bits >> 16, Half8);
  static_assert(K == 4 || K % 8 == 0);
  return K == 4 ? __builtin_shufflevector(halves, Half8(0), 0, 1, 2, 3, 8, 8, 8, 8) : halves;
}

template <typename F>
Halves without_signs(Halves bits) {
  return bits & static_cast<std::uint16_t>((1u << (F::kExponent + F::kMantissa)) - 1);
}
// The least of what is infinite or NaN.
template <typename F>
constexpr std::uint32_t kBeyond =
    F::kBits == 8 && F::kExponent == 4 ? 0x7f : F::kTop << F::kMantissa;

// Heights (exponents.h) above kBase. Formats with a float's exponents need another base to stay
// within a byte, which their largest number chooses; that of a denormal is 0, too, instead of 1.
template <typename F>
constexpr int kBase = (F::kExponent == 8 ? 0 : -32) - F::kBias;
template <typename F>
Halves heights(Halves sizes) {
  const Halves field = sizes >> F::kMantissa;
  if constexpr (F::kExponent == 8) return field;
  return sizes == 0 ? Halves(0) : __builtin_elementwise_max(field, Halves(1)) | 32;
}

// The values of eight numbers.
template <typename F>
Floats values(Words bits) {
  bits >>= F::kUnused;
  const Words field = bits >> F::kMantissa & F::kTop;
  const Words sign = bits >> (F::kBits - F::kUnused - 1) << 31;
  const Words size = bits & (F::kTop << F::kMantissa | ((1u << F::kMantissa) - 1));
  if constexpr (F::kExponent == 8) return floats_of(size << (23 - F::kMantissa) | sign);
  // Denormals by an integer.
  const Words normal = (size << (23 - F::kMantissa)) + (std::uint32_t{127 - F::kBias} << 23);
  const Floats small = __builtin_convertvector(__builtin_bit_cast(Ints, size), Floats) *
                       __builtin_bit_cast(float, (127 + 1 - F::kBias - F::kMantissa) << 23);
  return floats_of((field == 0 ? words_of(small) : normal) | sign);
}
template <typename F>
Floats values(Half8 bits) {
#ifdef __F16C__
  if constexpr (F::kBits == 16 && F::kExponent == 5) {
    using F16 = _Float16 __attribute__((ext_vector_type(8)));
    return __builtin_convertvector(__builtin_bit_cast(F16, bits), Floats);
  }
#endif
  return values<F>(__builtin_convertvector(bits, Words));
}

HEDDLE_TENSOR_END
