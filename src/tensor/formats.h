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

// The exponent fields, 1 for denormals, 0 for zeros. `beyond` is set where a number is infinite,
// NaN, or a denormal of a format with a float's exponents: the CPU may take it for zero.
template <typename F>
Halves fields(Halves bits, Halves& beyond) {
  constexpr std::uint16_t kRest = (1u << F::kMantissa) - 1;
  const Halves size = bits & static_cast<std::uint16_t>(F::kTop << F::kMantissa | kRest);
  const Halves field = size >> F::kMantissa;
  if constexpr (F::kExponent == 8) {
    const Halves flags =
        __builtin_bit_cast(Halves, (field == F::kTop) | ((field == 0) & (size != 0)));
    beyond |= flags;
    return field;
  } else {
    if constexpr (F::kBits == 8 && F::kExponent == 4) {
      beyond |= __builtin_bit_cast(Halves, size == 0x7f);
    } else {
      beyond |= __builtin_bit_cast(Halves, field == F::kTop);
    }
    return size == 0 ? Halves(0) : __builtin_elementwise_max(field, Halves(1));
  }
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
