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

// Eight numbers at once: their values as floats, their exponents, and whether one is beyond what
// the short way of dot.h takes (infinite, NaN, an exponent at the ends of a float's).
constexpr std::int32_t kOfZero = -4096;  // the exponent of what counts for nothing
constexpr std::int32_t kReach = 60;

template <typename F>
struct Decoded {
  Floats value;
  Ints exponent;
  Ints beyond;  // not 0: beyond

  explicit Decoded(Words bits) {
    bits >>= F::kUnused;
    constexpr std::uint32_t kRest = (1u << F::kMantissa) - 1;
    const Words field = bits >> F::kMantissa & F::kTop;
    const Words sign = bits >> (F::kBits - F::kUnused - 1) << 31;
    const Words size = bits & (F::kTop << F::kMantissa | kRest);
    if constexpr (F::kExponent == 8) {
      value = floats_of(size << (23 - F::kMantissa) | sign);
    } else {
      // Denormals by an integer: the CPU may take denormal floats for zeros.
      const Words normal = (size << (23 - F::kMantissa)) + (std::uint32_t{127 - F::kBias} << 23);
      const Floats small = __builtin_convertvector(__builtin_bit_cast(Ints, size), Floats) *
                           __builtin_bit_cast(float, (127 + 1 - F::kBias - F::kMantissa) << 23);
      value = floats_of((field == 0 ? words_of(small) : normal) | sign);
    }
    const Ints of_field = __builtin_bit_cast(Ints, field);
    exponent = greater_of(of_field, Ints(1)) - F::kBias;
    exponent = size == 0 ? Ints(kOfZero) : exponent;
    if constexpr (F::kExponent == 8) {
      beyond = (size != 0) & ((of_field < 127 - kReach) | (of_field > 127 + kReach));
    } else if constexpr (F::kBits == 8 && F::kExponent == 4) {
      beyond = size == 0x7f;
    } else {
      beyond = of_field == Ints(F::kTop);
    }
  }
};

HEDDLE_TENSOR_END
