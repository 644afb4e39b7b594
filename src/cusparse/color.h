// SPDX-License-Identifier: Apache-2.0
// Colours of rows, so that two that share a number have different ones: the first free one, row
// after row. Colours and the rows in their order are counted from the matrix's index base, as on an
// H200.
#pragma once

#include "cusparse/csr.h"

struct cusparseColorInfo {};

namespace heddle::cusparse {

template <class T, class Fraction>
Status csrcolor(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, const T* values,
                const int* offsets, const int* indices, const Fraction* fraction, int* colours,
                int* colouring, int* reordering, cusparseColorInfo_t info) {
  if (m < 0 || nnz < 0 || !descr || !fraction || !colours || !colouring || !info)
    return call.invalid();
  if (!(*fraction >= 0 && *fraction <= 1)) return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  if (const Status status = call.may_wait()) return status;
  call.writes(colouring, m, 1).writes(reordering, reordering ? m : 0, 1);
  const int base = descr->base;
  const Csr<T> a{values, offsets, indices, descr->base};
  const Status status = call.once(cost_of(static_cast<double>(nnz) * 10), [=] {
    // Neighbours that come before a row, by its own numbers and by theirs.
    std::vector<std::vector<int>> before(static_cast<std::size_t>(m));
    for (i64 i = 0; i < m; ++i)
      for (i64 k = a.begin(i); k < a.end(i); ++k) {
        const i64 j = a.column(k);
        if (i != j)
          before[static_cast<std::size_t>(std::max(i, j))].push_back(
              static_cast<int>(std::min(i, j)));
      }
    std::vector<int> count, taken;  // of a colour: its rows; the last row that saw it
    for (i64 i = 0; i < m; ++i) {
      for (const int j : before[static_cast<std::size_t>(i)])
        taken[static_cast<std::size_t>(colouring[j])] = static_cast<int>(i);
      std::size_t colour = 0;
      while (colour < taken.size() && taken[colour] == i) ++colour;
      if (colour == taken.size()) {
        taken.push_back(-1);
        count.push_back(0);
      }
      colouring[i] = static_cast<int>(colour);
      ++count[colour];
    }
    *colours = static_cast<int>(count.size());
    if (reordering) {
      int next = 0;
      for (int& each : count) next += std::exchange(each, next);
      for (i64 i = 0; i < m; ++i)
        reordering[count[static_cast<std::size_t>(colouring[i])]++] = static_cast<int>(i) + base;
    }
    for (i64 i = 0; i < m; ++i) colouring[i] += base;
  });
  return status != kOk ? status : call.wait();
}

}  // namespace heddle::cusparse
