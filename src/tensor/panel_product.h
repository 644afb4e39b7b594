// SPDX-License-Identifier: Apache-2.0
// Products of panels (panels.h), added to sums in the words of the lanes.
#pragma once

#include "tensor/dot.h"
#include "tensor/panels.h"

HEDDLE_TENSOR_BEGIN

template <typename T, T... VALUES>
struct Constants {};

using Row = Wide<kWide>::Floats;  // of a register: kWide / 4 rows, four columns
using RowInts = Wide<kWide>::Ints;
using RowWords = Wide<kWide>::Words;
using Float4 = float __attribute__((ext_vector_type(4)));
constexpr int kGroups = kRows / (kWide / 4);  // of rows

// Number T of each four.
template <int T>
Row of_fours(Row a) {
#ifdef __AVX512F__
  return __builtin_shufflevector(a, a, T, T, T, T, T + 4, T + 4, T + 4, T + 4, T + 8, T + 8, T + 8,
                                 T + 8, T + 12, T + 12, T + 12, T + 12);
#else
  return __builtin_shufflevector(a, a, T, T, T, T, T + 4, T + 4, T + 4, T + 4);
#endif
}
inline Row repeated(const float* four) {
  const auto b = load<Float4>(four);
#ifdef __AVX512F__
  return __builtin_shufflevector(b, b, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
#else
  return __builtin_shufflevector(b, b, 0, 1, 2, 3, 0, 1, 2, 3);
#endif
}

// Where the sums of a group of rows and the even (0) or odd (1) columns lie.
constexpr int place_of_sums(int group, int odd) {
  const int row = group * (kWide / 4);
  return (row / 8 * 2 + odd) * kLanes + row % 8 * 4;
}

// Calls use(k) for all k in their order: each is a constant, which chooses a number of four.
template <typename Use, int... K>
__attribute__((always_inline)) inline void each_value(Constants<int, K...>, Use use) {
  (use(Constant<K>()), ...);
}
template <int K, typename Use>
__attribute__((always_inline)) inline void each_of(Use use) {
  each_value(__make_integer_seq<Constants, int, K>(), use);
}

// What comes before stays before: LLVM would make one sum after the other, each of whose additions
// waits for the last, and compute the numbers of A anew for that, or keep them all on the stack.
template <typename V>
void keep_order([[maybe_unused]] V& sum) {
#ifdef __AVX512F__
  asm volatile("" : "+v"(sum) : : "memory");
#elif defined(__AVX2__)
  asm volatile("" : "+x"(sum) : : "memory");
#endif
}

// Fused multiply-adds in the order of k: GROUPS groups of rows from FIRST on, COLUMNS times eight
// columns, each of whose sums lie kWordsOfSums further.
constexpr int kWordsOfSums = 4 * kLanes;
template <int K, int FIRST, int GROUPS, int COLUMNS, typename A, typename B>
void add_panels_fast(const A& a, const B* b, const std::uint32_t* c, std::uint32_t* d) {
  Row sums[GROUPS][COLUMNS][2];
  const auto place = [&](int g, int n, int odd) {
    return n * kWordsOfSums + place_of_sums(FIRST + g, odd);
  };
  for (int g = 0; g < GROUPS; ++g) {
    for (int n = 0; n < COLUMNS; ++n) {
      for (int odd = 0; odd < 2; ++odd) sums[g][n][odd] = load<Row>(c + place(g, n, odd));
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
      for (int odd = 0; odd < 2; ++odd) store(d + place(g, n, odd), sums[g][n][odd]);
    }
  }
}

// The largest exponents among the products of each row and column, above a base that all share.
struct LargestHeights {
  template <int K, typename A, typename B>
  void find(const A& a, const B& b) {
    using Bytes = std::uint8_t __attribute__((ext_vector_type(64)));  // four columns of each row
    using Words = Wide<16>::Words;
    Bytes largest[2] = {Bytes(0), Bytes(0)};
    const auto add = [&]<int AT>(Constant<AT>) {
      constexpr int t = A::place(AT);
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
    each_of<K>(add);
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
template <typename FA, typename FB, int K, typename A, typename B>
__attribute__((noinline)) RowWords long_way(const A& a, const B& b, RowWords sums, RowInts wrong,
                                            int group, int odd) {
  for (int i = 0; i < kWide; ++i) {
    if (!wrong[i]) continue;
    const int row = group * (kWide / 4) + i / 4, column = i % 4 * 2 + odd;
    std::uint32_t of_a[K], of_b[K];
    for (int k = 0; k < K; ++k) of_a[k] = a.bits(row, k), of_b[k] = b.bits(column, k);
    sums[i] = dot_of_any<FA, FB, kKept>(sums[i], of_a, of_b, K, false);
  }
  return sums;
}

// As tensor cores add (dot.h).
template <typename FA, typename FB, int K, typename A, typename B>
void add_panels(const A& a, const B& b, const std::uint32_t* c, std::uint32_t* d) {
  // As many sums at once as the registers hold, with their scales.
  constexpr int kAtOnce = kWide == 16 ? kGroups : 2;
  using Rows = Row[kAtOnce * 2];
  using RowsOfInts = RowInts[kAtOnce * 2];
  LargestHeights largest;
  largest.find<K>(a, b);
  const auto some_rows = [&]<int PART>(Constant<PART>) {
    constexpr int first = PART * kAtOnce;
    RowWords sums[kAtOnce * 2];
    RowsOfInts of_products;
    for (int i = 0; i < kAtOnce * 2; ++i) {
      sums[i] = load<RowWords>(c + place_of_sums(first + i / 2, i % 2));
      of_products[i] = largest.exponents(first + i / 2, i % 2);
    }
    const auto add = [&](RowsOfInts& to, const Rows& scale) __attribute__((always_inline)) {
      const auto multiply = [&]<int AT>(Constant<AT>) __attribute__((always_inline)) {
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
      each_of<K>(multiply);
    };
    RowInts wrong =
        dot<kWide, kAtOnce * 2, false, kKept>(sums, of_products, largest.base + kKnown, add);
    if (a.heights.beyond || b.heights.beyond) wrong = RowInts(-1);
    const bool any = __builtin_reduce_or(wrong) != 0;
    for (int i = 0; i < kAtOnce * 2; ++i) {
      const int place = place_of_sums(first + i / 2, i % 2);
      if (any) {
        const auto addends = load<RowWords>(c + place);
        const RowWords right = long_way<FA, FB, K>(a, b, addends, wrong, first + i / 2, i % 2);
        sums[i] = wrong != 0 ? right : sums[i];
      }
      store(d + place, sums[i]);
    }
  };
  each_of<kGroups / kAtOnce>(some_rows);
}

// D = C + A B for `rows` operands A and `columns` operands B, one behind the other; C and D in the
// order of the rows. They may be the same.
constexpr int kMostColumns = 8;
template <typename FA, typename FB, int K, bool FAST>
__attribute__((noinline)) void multiply_panels(const std::uint32_t* in, int rows, int columns,
                                               const std::uint32_t* c, std::uint32_t* d) {
  constexpr int kWordsOfA = kRows * K * FA::kBits / 32, kWordsOfB = kColumns * K * FB::kBits / 32;
  PanelB<FB, K, !FAST> b[kMostColumns];
  for (int n = 0; n < columns; ++n) b[n].set(in + rows * kWordsOfA + n * kWordsOfB);
  PanelA<FA, K, !FAST> a;
  for (int m = 0; m < rows; ++m) {
    a.set(in + m * kWordsOfA);
    for (int n = 0; n < columns; ++n) {
      const int at = (m * columns + n) * kWordsOfSums;
      if constexpr (!FAST) {
        add_panels<FA, FB, K>(a, b[n], c + at, d + at);
      } else if constexpr (kWide == 16) {
        // Eight registers of sums hide the latency of the additions, 16 use A's numbers more often.
        if (n + 3 < columns) {
          add_panels_fast<K, 0, kGroups / 2, 4>(a, &b[n], c + at, d + at);
          add_panels_fast<K, kGroups / 2, kGroups / 2, 4>(a, &b[n], c + at, d + at);
          n += 3;
        } else if (n + 1 < columns) {
          add_panels_fast<K, 0, kGroups, 2>(a, &b[n++], c + at, d + at);
        } else {
          add_panels_fast<K, 0, kGroups, 1>(a, &b[n], c + at, d + at);
        }
      } else {
        add_panels_fast<K, 0, kGroups / 2, 1>(a, &b[n], c + at, d + at);
        add_panels_fast<K, kGroups / 2, kGroups / 2, 1>(a, &b[n], c + at, d + at);
      }
    }
  }
}

HEDDLE_TENSOR_END
