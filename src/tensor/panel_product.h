// SPDX-License-Identifier: Apache-2.0
// Products of panels (panels.h), added to sums in the words of the lanes.
#pragma once

#include "tensor/dot.h"
#include "tensor/panel_sums.h"
#include "tensor/panels.h"
#include "tensor/spread.h"

HEDDLE_TENSOR_BEGIN

// Fused multiply-adds in the order of k: GROUPS groups of rows from FIRST on, COLUMNS times eight
// columns, each of whose sums lie kWordsOfSums further.
template <typename Sums, int K, int FIRST, int GROUPS, int COLUMNS, typename A, typename B>
void add_panels_fast(const A& a, const B* b, const std::uint32_t* c, std::uint32_t* d) {
  Row sums[GROUPS][COLUMNS][2];
  for (int g = 0; g < GROUPS; ++g) {
    for (int n = 0; n < COLUMNS; ++n) {
      for (int odd = 0; odd < 2; ++odd) {
        const RowWords begin = Sums::begin(c + n * Sums::kWords, FIRST + g, odd);
        sums[g][n][odd] = __builtin_bit_cast(Row, begin);
      }
    }
  }
  const auto multiply = [&]<int AT>(Constant<AT>) __attribute__((always_inline)) {
    Row columns[COLUMNS][2];
    for (int n = 0; n < COLUMNS; ++n) {
      for (int odd = 0; odd < 2; ++odd) columns[n][odd] = repeated(&b[n].numbers[AT][odd * 4]);
    }
    for (int g = 0; g < GROUPS; ++g) {
      const float* rows = &a.numbers[A::piece(AT)][(FIRST + g) * (kWide / 4)][0];
      const Row row = of_fours<A::place(AT)>(load<Row>(rows));
      for (int n = 0; n < COLUMNS; ++n) {
        for (int odd = 0; odd < 2; ++odd) {
          sums[g][n][odd] = __builtin_elementwise_fma(row, columns[n][odd], sums[g][n][odd]);
        }
      }
    }
    for (auto& of_group : sums) {
      for (auto& two : of_group) keep_order(two[0]), keep_order(two[1]);
    }
  };
  each_of<K>(multiply);
  for (int g = 0; g < GROUPS; ++g) {
    for (int n = 0; n < COLUMNS; ++n) {
      const int at = n * Sums::kWords;
      Sums::end(c + at, d + at, FIRST + g, __builtin_bit_cast(RowWords, sums[g][n][0]),
                __builtin_bit_cast(RowWords, sums[g][n][1]));
    }
  }
}

// The largest exponents among the products of each row and column, above a base that all share.
struct LargestHeights {
  // Of COUNT k from FIRST on.
  template <int FIRST, int COUNT, typename A, typename B>
  void find(const A& a, const B& b) {
    using Bytes = std::uint8_t __attribute__((ext_vector_type(64)));  // four columns of each row
    using Words = Wide<16>::Words;
    Bytes largest[2] = {Bytes(0), Bytes(0)};
    const auto add = [&]<int I>(Constant<I>) {
      constexpr int AT = FIRST + I, t = A::place(AT);
      const auto of_a = load<Bytes>(&a.heights.heights[A::piece(AT) * 4]);
      const Bytes rows = __builtin_shufflevector(
          of_a, of_a, t, t, t, t, t + 4, t + 4, t + 4, t + 4, t + 8, t + 8, t + 8, t + 8, t + 12,
          t + 12, t + 12, t + 12, t + 16, t + 16, t + 16, t + 16, t + 20, t + 20, t + 20, t + 20,
          t + 24, t + 24, t + 24, t + 24, t + 28, t + 28, t + 28, t + 28, t + 32, t + 32, t + 32,
          t + 32, t + 36, t + 36, t + 36, t + 36, t + 40, t + 40, t + 40, t + 40, t + 44, t + 44,
          t + 44, t + 44, t + 48, t + 48, t + 48, t + 48, t + 52, t + 52, t + 52, t + 52, t + 56,
          t + 56, t + 56, t + 56, t + 60, t + 60, t + 60, t + 60);
      const auto* of_b = reinterpret_cast<const std::uint8_t*>(b.heights.heights) + AT * kColumns;
      for (int odd = 0; odd < 2; ++odd) {
        const auto columns = __builtin_bit_cast(Bytes, Words(load<std::uint32_t>(of_b + odd * 4)));
        largest[odd] = __builtin_elementwise_max(largest[odd], rows + columns);
      }
    };
    each_of<COUNT>(add);
    store(heights[0], largest[0]);
    store(heights[1], largest[1]);
    base = a.heights.base + b.heights.base + 127;
  }
  RowInts exponents(int group, int odd) const {
    using Some = std::uint8_t __attribute__((ext_vector_type(kWide)));
    return __builtin_convertvector(load<Some>(heights[odd] + group * kWide), RowInts) + base;
  }
  alignas(64) std::uint8_t heights[2][64];
  int base;
};

// The sums of the columns that are `wrong`, from their addends, bit by bit.
template <typename FA, typename FB, int FIRST, int COUNT, typename A, typename B>
__attribute__((noinline)) RowWords long_way(const A& a, const B& b, RowWords sums, RowInts wrong,
                                            int group, int odd, bool halves) {
  for (int i = 0; i < kWide; ++i) {
    if (!wrong[i]) continue;
    const int row = group * (kWide / 4) + i / 4, column = i % 4 * 2 + odd;
    std::uint32_t of_a[COUNT], of_b[COUNT];
    int count = 0;
    for (int k = FIRST; k < FIRST + COUNT; ++k) {
      of_a[count] = a.bits(row, k), of_b[count] = b.bits(column, k);
      ++count;
    }
    sums[i] = dot_of_any<FA, FB, kKept>(sums[i], of_a, of_b, count, halves);
  }
  return sums;
}

// As many sums at once as the registers hold, with their scales.
constexpr int kAtOnce = kWide == 16 ? kGroups : 2;
using SomeSums = RowWords[kAtOnce * 2];

// Adds COUNT products to sums, as tensor cores do (dot.h). HALVES: they become halves. addend(i)
// gives them again: registers do not hold both.
template <typename FA, typename FB, int FIRST, int COUNT, bool HALVES, typename A, typename B,
          typename Addend>
__attribute__((always_inline)) inline void add_products(const A& a, const B& b,
                                                        const LargestHeights& largest, int first,
                                                        SomeSums& sums, Addend addend) {
  using Rows = Row[kAtOnce * 2];
  using RowsOfInts = RowInts[kAtOnce * 2];
  RowsOfInts of_products;
  for (int i = 0; i < kAtOnce * 2; ++i) {
    of_products[i] = largest.exponents(first + i / 2, i % 2);
  }
  const auto add = [&](RowsOfInts& to, const Rows& scale) __attribute__((always_inline)) {
    const auto multiply = [&]<int I>(Constant<I>) __attribute__((always_inline)) {
      constexpr int AT = FIRST + I;
      const Row columns[2] = {repeated(&b.numbers[AT][0]), repeated(&b.numbers[AT][4])};
      for (int g = 0; g < kAtOnce; ++g) {
        const float* rows = &a.numbers[A::piece(AT)][(first + g) * (kWide / 4)][0];
        const Row row = of_fours<A::place(AT)>(load<Row>(rows));
        for (int odd = 0; odd < 2; ++odd) {
          const int i = g * 2 + odd;
          to[i] += __builtin_convertvector(row * columns[odd] * scale[i], RowInts);
        }
      }
      for (auto& some : to) keep_order(some);
    };
    each_of<COUNT>(multiply);
  };
  RowInts wrong =
      dot<kWide, kAtOnce * 2, HALVES, kKept>(sums, of_products, largest.base + kKnown, add);
  if (a.heights.beyond || b.heights.beyond) wrong = RowInts(-1);
  if (__builtin_reduce_or(wrong) == 0) return;
  for (int i = 0; i < kAtOnce * 2; ++i) {
    const RowWords right =
        long_way<FA, FB, FIRST, COUNT>(a, b, addend(i), wrong, first + i / 2, i % 2, HALVES);
    sums[i] = wrong != 0 ? right : sums[i];
  }
}

// Sums says where sums lie and what they are (panel_sums.h).
template <typename Sums, typename FA, typename FB, int K, typename A, typename B>
void add_panels(const A& a, const B& b, const std::uint32_t* c, std::uint32_t* d) {
  LargestHeights largest;
  largest.find<0, K>(a, b);
  const auto some_rows = [&]<int PART>(Constant<PART>) {
    constexpr int first = PART * kAtOnce;
    SomeSums sums;
    const auto addend = [&](int i) { return Sums::begin(c, first + i / 2, i % 2); };
    for (int i = 0; i < kAtOnce * 2; ++i) sums[i] = addend(i);
    add_products<FA, FB, 0, K, Sums::kHalves>(a, b, largest, first, sums, addend);
    for (int i = 0; i < kAtOnce; ++i) {
      Sums::end(c, d, first + i, sums[2 * i], sums[2 * i + 1]);
    }
  };
  each_of<kGroups / kAtOnce>(some_rows);
}

// The same in the order of k, by fused multiply-adds, for as many columns from n on as it takes at
// once; n becomes the last of them.
template <typename Sums, int K, typename A, typename B>
void add_some_fast(const A& a, const B* b, int& n, int columns, const std::uint32_t* c,
                   std::uint32_t* d) {
  constexpr int kHalf = kGroups / 2;
  if constexpr (kWide == 16) {
    // Eight registers of sums hide the latency of the additions, 16 use A's numbers more often.
    if (n + 3 < columns) {
      add_panels_fast<Sums, K, 0, kHalf, 4>(a, b, c, d);
      add_panels_fast<Sums, K, kHalf, kHalf, 4>(a, b, c, d);
      n += 3;
    } else if (n + 1 < columns) {
      add_panels_fast<Sums, K, 0, kGroups, 2>(a, b, c, d);
      ++n;
    } else {
      add_panels_fast<Sums, K, 0, kGroups, 1>(a, b, c, d);
    }
  } else {
    add_panels_fast<Sums, K, 0, kHalf, 1>(a, b, c, d);
    add_panels_fast<Sums, K, kHalf, kHalf, 1>(a, b, c, d);
  }
}

// D = C + A B for `rows` operands A and `columns` operands B, one behind the other; C and D in the
// order of the rows. They may be the same.
template <typename Sums, typename FA, typename FB, int K, bool FAST, typename A, typename B>
__attribute__((noinline)) void multiply_all(int words_a, int words_b, const std::uint32_t* in,
                                            int rows, int columns, const std::uint32_t* c,
                                            std::uint32_t* d) {
  B b[kMostOperands];
  for (int n = 0; n < columns; ++n) b[n].set(in + rows * words_a + n * words_b);
  A a;
  for (int m = 0; m < rows; ++m) {
    a.set(in + m * words_a);
    for (int n = 0; n < columns; ++n) {
      const int at = (m * columns + n) * Sums::kWords;
      if constexpr (FAST) {
        add_some_fast<Sums, K>(a, &b[n], n, columns, c + at, d + at);
      } else {
        add_panels<Sums, FA, FB, K>(a, b[n], c + at, d + at);
      }
    }
  }
}
template <typename Sums, typename FA, typename FB, int K, bool FAST>
void multiply_panels(const std::uint32_t* in, int rows, int columns, const std::uint32_t* c,
                     std::uint32_t* d) {
  multiply_all<Sums, FA, FB, K, FAST, PanelA<FA, K, !FAST>, PanelB<FB, K, !FAST>>(
      kRows * K * FA::kBits / 32, kColumns * K * FB::kBits / 32, in, rows, columns, c, d);
}

HEDDLE_TENSOR_END
