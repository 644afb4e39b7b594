// SPDX-License-Identifier: Apache-2.0
// Which lane holds what (PTX ISA, "Matrix Fragments for mma.m16n8k16" and its like): all shapes but
// Volta's have one rule. Lane 4 * g + t holds, of A, row g and in the next word row g + 8; of B,
// column g; of C and D, the neighbours 2 * t and 2 * t + 1 of these rows. The words of four
// neighbouring lanes are one stretch of a row of A (a column of B), which goes on two words (one)
// further. So a row lies in memory as it is multiplied.
#pragma once

#include "tensor/formats.h"

HEDDLE_TENSOR_BEGIN

using Word4 = std::uint32_t __attribute__((ext_vector_type(4)));
using Byte16 = std::uint8_t __attribute__((ext_vector_type(16)));

// A word for each element, of 16 bits where that is enough.
template <int BITS>
struct UnitOf {
  using Type = std::uint16_t;
};
template <>
struct UnitOf<32> {
  using Type = std::uint32_t;
};
template <typename F>
using Unit = UnitOf<F::kBits>::Type;

// The elements in the words of four neighbouring lanes.
template <int BITS>
void unpack(const std::uint32_t* words, typename UnitOf<BITS>::Type* elements) {
  if constexpr (BITS == 8) {
    store(elements, __builtin_convertvector(load<Byte16>(words), Halves));
  } else {
    store(elements, load<Word4>(words));
  }
}

// Rows of A (HALVES: 2, two of them side by side in its words) or columns of B (1), each of K
// elements.
template <int BITS, int K, int HALVES>
void unpack_rows(const std::uint32_t* words, typename UnitOf<BITS>::Type (*rows)[K]) {
  constexpr int kStretch = 4 * 32 / BITS;
  for (int at = 0; at < K; at += kStretch) {
    for (int half = 0; half < HALVES; ++half) {
      const std::uint32_t* word = words + (at / kStretch * HALVES + half) * kLanes;
      for (int g = 0; g < 8; ++g) unpack<BITS>(word + 4 * g, rows[8 * half + g] + at);
    }
  }
}

// Row `row` of C, of 32 bits an element, as it lies in memory: columns 0, 2, 4, 6, 1, 3, 5 and 7.
inline Words row_even_first(const std::uint32_t* words, int row) {
  const std::uint32_t* even = words + row / 8 * 2 * kLanes + row % 8 * 4;
  const auto a = load<Word4>(even), b = load<Word4>(even + kLanes);
  return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline void store_row_even_first(std::uint32_t* words, int row, Words sums) {
  std::uint32_t* even = words + row / 8 * 2 * kLanes + row % 8 * 4;
  store(even, __builtin_shufflevector(sums, sums, 0, 1, 2, 3));
  store(even + kLanes, __builtin_shufflevector(sums, sums, 4, 5, 6, 7));
}
// In the order of the columns.
inline Words row_of_sums(const std::uint32_t* words, int row) {
  const Words sums = row_even_first(words, row);
  return __builtin_shufflevector(sums, sums, 0, 4, 1, 5, 2, 6, 3, 7);
}
inline void store_row_of_sums(std::uint32_t* words, int row, Words sums) {
  store_row_even_first(words, row, __builtin_shufflevector(sums, sums, 0, 2, 4, 6, 1, 3, 5, 7));
}
// Of 16 bits.
inline Half8 row_of_halves(const std::uint32_t* words, int row) {
  return load<Half8>(words + row / 8 * kLanes + row % 8 * 4);
}
inline void store_row_of_halves(std::uint32_t* words, int row, Half8 sums) {
  store(words + row / 8 * kLanes + row % 8 * 4, sums);
}

HEDDLE_TENSOR_END
