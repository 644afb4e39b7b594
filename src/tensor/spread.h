// SPDX-License-Identifier: Apache-2.0
// Registers of sums as the lanes hold them: kWide / 4 rows, the four even or the four odd columns.
// A number of A is wanted in four neighbours, four numbers of B in each row.
#pragma once

#include "tensor/exponents.h"

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

// Operands of a group (compiler/passes/linearise/group_matrix_products.cpp).
constexpr int kMostOperands = 8;

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

HEDDLE_TENSOR_END
