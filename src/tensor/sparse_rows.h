// SPDX-License-Identifier: Apache-2.0
// Products of a sparse A, whose rows meet different elements of B.
#pragma once

#include "tensor/exponents.h"
#include "tensor/sparse.h"

HEDDLE_TENSOR_BEGIN

// The columns of B as a row of A meets them.
template <typename U, int BITS, int K>
void select(const Selection<BITS, K>& selection, int row, const U (&all)[kColumns][K],
            U (&met)[kColumns][K / 2]) {
  for (int n = 0; n < kColumns; ++n) {
    for (int i = 0; i < K / 2; ++i) met[n][i] = all[n][selection(row, i)];
  }
}

// One row after the other, as B is another for each.
template <bool HALVES, typename P, typename Columns, typename Get, typename Put>
void row_by_row(P& product, Columns columns_of, Get get, Put put) {
  for (int row = 0; row < kRows; ++row) {
    product.set_columns([&](auto& columns) { columns_of(row, columns); });
    const auto put_own = [&](int i, Words sums) {
      if (i == row) put(i, sums);
    };
    product.template rows<HALVES>(get, put_own, row & ~3, (row & ~3) + 4);
  }
}

HEDDLE_TENSOR_END
