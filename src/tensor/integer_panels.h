// SPDX-License-Identifier: Apache-2.0
// Products of integer operands, in pairs: a register holds two integers of 16 bits for each sum.
// And of single bits, by counting.
#pragma once

#include "tensor/integers.h"
#include "tensor/plain_panels.h"

HEDDLE_TENSOR_BEGIN

// Elements E and E + kCount of each word, a pair.
template <typename F>
struct PairsOf {
  using Short = std::int16_t __attribute__((ext_vector_type(32)));
  using Unsigned = std::uint16_t __attribute__((ext_vector_type(32)));
  static constexpr int kCount = 16 / F::kBits;
  static constexpr int piece(int block, int element, int) { return block * kCount + element; }
  template <int E>
  static Floats16 at(Words16 words) {
    constexpr int kAbove = 16 - F::kBits * (E + 1), kRest = 16 - F::kBits;
    const Unsigned top = __builtin_bit_cast(Unsigned, words) << kAbove;
    if constexpr (F::kSigned) {
      return __builtin_bit_cast(Floats16, __builtin_bit_cast(Short, top) >> kRest);
    } else {
      return __builtin_bit_cast(Floats16, top >> kRest);
    }
  }
};
struct WholeWords {
  static constexpr int kCount = 1;
  static constexpr int piece(int block, int, int) { return block; }
  template <int E>
  static Floats16 at(Words16 words) {
    return __builtin_bit_cast(Floats16, words);
  }
};

inline RowInts multiply_pairs(RowInts a, RowInts b) {
#if defined(__AVX512BW__)
  using Short = short __attribute__((__vector_size__(64)));
  return __builtin_bit_cast(RowInts, __builtin_ia32_pmaddwd512(__builtin_bit_cast(Short, a),
                                                               __builtin_bit_cast(Short, b)));
#elif defined(__AVX2__)
  using Short = short __attribute__((__vector_size__(32)));
  return __builtin_bit_cast(RowInts, __builtin_ia32_pmaddwd256(__builtin_bit_cast(Short, a),
                                                               __builtin_bit_cast(Short, b)));
#else
  using Short = short __attribute__((__vector_size__(16)));
  using Ints4 = std::int32_t __attribute__((ext_vector_type(4)));
  const auto half = [](Ints4 x, Ints4 y) {
    return __builtin_bit_cast(Ints4, __builtin_ia32_pmaddwd128(__builtin_bit_cast(Short, x),
                                                               __builtin_bit_cast(Short, y)));
  };
  const Ints4 low =
      half(__builtin_shufflevector(a, a, 0, 1, 2, 3), __builtin_shufflevector(b, b, 0, 1, 2, 3));
  const Ints4 high =
      half(__builtin_shufflevector(a, a, 4, 5, 6, 7), __builtin_shufflevector(b, b, 4, 5, 6, 7));
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

// Sums of pairs, wrapped around: they fit.
template <bool SATURATE>
struct AddPairs {
  using Sum = RowInts;
  static Sum add(Sum sum, RowInts a, RowInts b) { return sum + multiply_pairs(a, b); }
  static RowInts end(RowInts addend, Sum sum) {
    if constexpr (SATURATE) return __builtin_elementwise_add_sat(addend, sum);
    return __builtin_bit_cast(
        RowInts, __builtin_bit_cast(RowWords, addend) + __builtin_bit_cast(RowWords, sum));
  }
};
// Of bits: how many differ, or are set in both. Bytes hold up to 255: 31 words.
template <bool DIFFER>
struct CountBits {
  using Sum = std::uint8_t __attribute__((ext_vector_type(4 * kWide)));
  static Sum add(Sum sum, RowInts a, RowInts b) {
    return sum + __builtin_elementwise_popcount(__builtin_bit_cast(Sum, DIFFER ? a ^ b : a & b));
  }
  static RowInts end(RowInts addend, Sum sum) {
    const auto words = __builtin_bit_cast(RowWords, sum);
    const RowWords pairs = (words & 0xff00ffu) + (words >> 8 & 0xff00ffu);
    const RowWords all = (pairs & 0xffffu) + (pairs >> 16);
    return __builtin_bit_cast(RowInts, __builtin_bit_cast(RowWords, addend) + all);
  }
};

template <typename Sums, int FIRST, int GROUPS, typename A, typename B>
void add_some_integers(const A& a, const B& b, std::uint32_t* sums) {
  typename Sums::Sum sum[GROUPS][2] = {};
  for (int piece = 0; piece < A::kPieces; ++piece) {
    const auto multiply = [&]<int T>(Constant<T>) __attribute__((always_inline)) {
      const float* of_b = b.numbers[piece * 4 + T];
      const Row columns[2] = {repeated(of_b), repeated(of_b + 4)};
      for (int g = 0; g < GROUPS; ++g) {
        const float* rows = &a.numbers[piece][(FIRST + g) * (kWide / 4)][0];
        const auto row = __builtin_bit_cast(RowInts, of_fours<T>(load<Row>(rows)));
        for (int odd = 0; odd < 2; ++odd) {
          sum[g][odd] = Sums::add(sum[g][odd], row, __builtin_bit_cast(RowInts, columns[odd]));
        }
      }
    };
    each_of<4>(multiply);
  }
  for (int g = 0; g < GROUPS; ++g) {
    for (int odd = 0; odd < 2; ++odd) {
      std::uint32_t* place = sums + place_of_sums(FIRST + g, odd);
      store(place, Sums::end(load<RowInts>(place), sum[g][odd]));
    }
  }
}

// As many sums at once as the registers hold.
template <typename Sums, int M, typename A, typename B>
void add_integers(const A& a, const B& b, std::uint32_t* sums) {
  constexpr int kAll = M / (kWide / 4), kAtOnce = kAll < 4 ? kAll : 4;
  add_some_integers<Sums, 0, kAtOnce>(a, b, sums);
  if constexpr (kAll > kAtOnce) add_some_integers<Sums, kAtOnce, kAtOnce>(a, b, sums);
}

// C + A B in the place of C, for all pairs of operands.
template <typename Sums, typename ElementsA, typename ElementsB, int M, int BLOCKS>
__attribute__((noinline)) void multiply_integers(const std::uint32_t* in, int rows, int columns,
                                                 std::uint32_t* sums) {
  constexpr int kWordsA = BLOCKS * (M / 8) * kLanes, kWordsB = BLOCKS * kLanes;
  PlainB<ElementsB, BLOCKS> b[kMostOperands];
  for (int n = 0; n < columns; ++n) b[n].set(in + rows * kWordsA + n * kWordsB);
  PlainA<ElementsA, M, BLOCKS> a;
  for (int m = 0; m < rows; ++m) {
    a.set(in + m * kWordsA);
    for (int n = 0; n < columns; ++n) {
      add_integers<Sums, M>(a, b[n], sums + (m * columns + n) * (M / 4) * kLanes);
    }
  }
}

HEDDLE_TENSOR_END
