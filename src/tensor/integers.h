// SPDX-License-Identifier: Apache-2.0
// Operands that are integers of 8 and 4 bits, and sums that wrap or end at the ends of an integer
// (.satfinite).
#pragma once

#include "tensor/fragments.h"

HEDDLE_TENSOR_BEGIN

template <int BITS, bool SIGNED>
struct Integer {
  static constexpr int kBits = BITS;
  static constexpr bool kSigned = SIGNED;
  // The element that begins at bit `at` of the word.
  static std::int32_t of(std::uint32_t word, int at) {
    const std::uint32_t top = word << (32 - BITS - at);
    return SIGNED ? static_cast<std::int32_t>(top) >> (32 - BITS)
                  : static_cast<std::int32_t>(top >> (32 - BITS));
  }
};
using s8 = Integer<8, true>;
using u8 = Integer<8, false>;
using s4 = Integer<4, true>;
using u4 = Integer<4, false>;

// Rows of A or columns of B as integers; at most 64 times 255 * 255 fits into 32 bits.
template <typename F, int K, int HALVES>
void unpack_integers(const std::uint32_t* words, std::int16_t (*rows)[K]) {
  constexpr int kInWord = 32 / F::kBits;
  for (int at = 0; at < K; at += 4 * kInWord) {
    for (int half = 0; half < HALVES; ++half) {
      const std::uint32_t* word = words + (at / (4 * kInWord) * HALVES + half) * kLanes;
      for (int lane = 0; lane < kLanes; ++lane) {
        std::int16_t* to = rows[8 * half + lane / 4] + at + lane % 4 * kInWord;
        for (int e = 0; e < kInWord; ++e) {
          to[e] = static_cast<std::int16_t>(F::of(word[lane], e * F::kBits));
        }
      }
    }
  }
}

template <bool SATURATE>
inline std::uint32_t add_integer(std::uint32_t addend, std::int32_t sum) {
  if (!SATURATE) return addend + static_cast<std::uint32_t>(sum);
  const std::int64_t all = std::int64_t{static_cast<std::int32_t>(addend)} + sum;
  if (all > INT32_MAX) return 0x7fffffffu;
  if (all < INT32_MIN) return 0x80000000u;
  return static_cast<std::uint32_t>(all);
}

// The sum of the products of a row and a column.
template <int K>
std::int32_t dot_of_integers(const std::int16_t (&row)[K], const std::int16_t (&column)[K]) {
  std::int32_t sum = 0;
  for (int k = 0; k < K; ++k) sum += std::int32_t{row[k]} * column[k];
  return sum;
}

HEDDLE_TENSOR_END
