// SPDX-License-Identifier: Apache-2.0
// HEDDLE_TENSOR_CORES=fast: the product of 16 rows and eight columns as a CPU adds, a fused
// multiply-add after the other. Operands of 16 bits go from the words of the lanes to values at
// once.
#pragma once

#include "tensor/exponents.h"
#include "tensor/lines.h"

HEDDLE_TENSOR_BEGIN

// From rows of A, K numbers each, and the rows of B.
template <int K, typename Get, typename Put>
void add_fast(const float* a, const Floats* b, Get get, Put put) {
  constexpr int kAtOnce = 8;
  for (int i = 0; i < kRows; i += kAtOnce) {
    Floats sums[kAtOnce];
    for (int r = 0; r < kAtOnce; ++r) sums[r] = floats_of(get(i + r));
    for (int k = 0; k < K; ++k) {
      for (int r = 0; r < kAtOnce; ++r) {
        sums[r] = __builtin_elementwise_fma(Floats(a[(i + r) * K + k]), b[k], sums[r]);
      }
    }
    for (int r = 0; r < kAtOnce; ++r) put(i + r, words_of(sums[r]));
  }
}

template <typename A, typename B, int K, typename Columns, typename Get, typename Put>
void multiply_fast(LinesOfLanes<2> rows, Columns columns, Get get, Put put) {
  static_assert(A::kBits == 16 && B::kBits == 16);
  float a[kRows][K];
  Floats b[K];
  for (int k = 0; k < K; k += 8) {
    Half8 square[8];
    for (int n = 0; n < 8; ++n) square[n] = columns.line(n, k);
    transpose(square);
    for (int n = 0; n < 8; ++n) b[k + n] = values<B>(square[n]);
    for (int row = 0; row < kRows; ++row) {
      store(&a[row][k], values<A>(rows.line(row, k)));
    }
  }
  add_fast<K>(a[0], b, get, put);
}

HEDDLE_TENSOR_END
