// SPDX-License-Identifier: Apache-2.0
// Made-up fragments for mma.sync of every form (mma_forms.cuh): what a GPU gives is compared with
// what Heddle gives, bit by bit. Nothing here knows where a fragment's elements belong.
#pragma once

#include <cuda_runtime.h>

enum class Type { f16, bf16, tf32, e4m3, e5m2, f32, f64, s32, s8, u8, s4, u4, b1 };

__host__ __device__ constexpr int bits_of(Type type) {
  switch (type) {
    case Type::f16:
    case Type::bf16:
      return 16;
    case Type::f64:
      return 64;
    case Type::e4m3:
    case Type::e5m2:
    case Type::s8:
    case Type::u8:
      return 8;
    case Type::s4:
    case Type::u4:
      return 4;
    case Type::b1:
      return 1;
    default:
      return 32;
  }
}

__host__ __device__ constexpr bool is_float(Type type) {
  return type <= Type::f64;
}

// Fields of a floating-point type: bits of exponent and mantissa, and how far its values go in
// tests (bf16 and tf32 have float's exponents, whose products do not all fit).
struct Fields {
  int exponent, mantissa, reach;
};
__host__ __device__ constexpr Fields fields_of(Type type) {
  switch (type) {
    case Type::f16:
      return {5, 10, 14};
    case Type::bf16:
      return {8, 7, 40};
    case Type::e4m3:
      return {4, 3, 6};
    case Type::e5m2:
      return {5, 2, 14};
    case Type::f64:
      return {11, 52, 200};
    default:  // tf32 in a float
      return {8, 23, 40};
  }
}

// Kinds of values. What is not said of C is as for A and B.
enum Values {
  kNearOne,  // exponents -2 to 2
  kNear,     // -12 to 12
  kWide,     // all that the type has, as far as products fit
  kTiny,     // zeros, denormals and the smallest exponents
  kAnyBits,  // infinities and NaNs as well
  kLargeC,   // A and B near one, C of 2^4 to 2^20
  kFinite,   // any bits that are finite
  kZeros,    // large ones and zeros, C small
  kTinyC,    // A and B near one, C far below
  kValueKinds
};

__host__ __device__ inline unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}

// An element made from the random number h.
__host__ __device__ inline unsigned long long element(Type type, Values values, bool is_c,
                                                      unsigned h) {
  const unsigned more = mix(h ^ 0x9e3779b9u);
  const unsigned long long any = (static_cast<unsigned long long>(more) << 32) | mix(h + 77u);
  const int bits = bits_of(type);
  const unsigned long long all = bits == 64 ? ~0ull : (1ull << bits) - 1;
  if (!is_float(type)) {
    // Sums near the ends, where .satfinite matters.
    if (type == Type::s32 && values == kWide) {
      return (h & 1 ? 0x7fffffffu - (more & 0xffffu) : 0x80000000u + (more & 0xffffu));
    }
    return any & all;
  }
  const Fields f = fields_of(type);
  const int bias = (1 << (f.exponent - 1)) - 1;
  const int top = (1 << f.exponent) - 1;
  const unsigned long long mantissa = any & ((1ull << f.mantissa) - 1);
  const unsigned long long sign = static_cast<unsigned long long>(h >> 31) << (bits - 1);
  int exponent = 0;
  switch (values) {
    case kNearOne:
      exponent = bias + static_cast<int>(h % 5) - 2;
      break;
    case kNear: {
      const int reach = f.reach < 12 ? f.reach : 12;
      exponent = bias + static_cast<int>(h % (2 * reach + 1)) - reach;
      break;
    }
    case kWide:
      exponent = bias + static_cast<int>(h % (2 * f.reach + 1)) - f.reach;
      break;
    case kTiny:
      if (is_c) {
        exponent = h % 4 ? static_cast<int>(h % 90) : 0;
      } else {
        exponent = static_cast<int>(h % 3);
      }
      if (h % 5 == 0) return sign;
      if (f.exponent == 8 && !is_c && (h & 8)) exponent += bias;  // products that are denormal
      break;
    case kAnyBits:
      return any & all;
    case kLargeC:
      exponent = bias + (is_c ? static_cast<int>(h % 17) + 4 : static_cast<int>(h % 5) - 2);
      break;
    case kFinite:
      exponent = static_cast<int>(h % static_cast<unsigned>(top));
      break;
    case kZeros:
      if (!is_c && h % 3 == 0) return sign;
      exponent =
          is_c ? bias - 14 + static_cast<int>(h % 9) : bias + static_cast<int>(h % 7) * 2 - 6;
      break;
    default:  // kTinyC
      exponent = is_c ? bias - 20 - static_cast<int>(h % 9) : bias + static_cast<int>(h % 5) - 2;
      break;
  }
  if (exponent < 0) exponent = 0;
  if (exponent >= top) exponent = top - 1;
  return sign | (static_cast<unsigned long long>(exponent) << f.mantissa) | mantissa;
}

// Word `w` of what lane `lane` holds of operand `which` (0: A, 1: B, 2: C).
__host__ __device__ inline unsigned fragment_word(Type type, Values values, int which,
                                                  unsigned seed, unsigned lane, unsigned w) {
  const int bits = bits_of(type);
  const unsigned at = mix(seed * 3 + which) + lane * 64;
  if (bits == 64) {
    return static_cast<unsigned>(element(type, values, which == 2, mix(at + w / 2)) >>
                                 (w % 2 * 32));
  }
  unsigned word = 0;
  for (int k = 0; k < 32 / bits; ++k) {
    const unsigned h = mix(at + w * 1000003u + k * 7919u);
    word |= static_cast<unsigned>(element(type, values, which == 2, h)) << (k * bits);
  }
  return word;
}
