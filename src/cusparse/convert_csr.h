// SPDX-License-Identifier: Apache-2.0
// Counts of dense matrices, and CSR without its small numbers.
#pragma once

#include <cmath>

#include "cusparse/csr.h"

namespace heddle::cusparse {

// What of each row (or column) of a dense matrix in order of columns is not zero.
template <class T>
Status nnz(Call& call, cusparseDirection_t direction, i64 m, i64 n, cusparseMatDescr_t a_descr,
           const T* a, i64 lda, int* counts, int* total) {
  if (m < 0 || n < 0 || !a_descr || !total || lda < std::max<i64>(1, m) ||
      (direction != CUSPARSE_DIRECTION_ROW && direction != CUSPARSE_DIRECTION_COLUMN))
    return call.invalid();
  const bool by_row = direction == CUSPARSE_DIRECTION_ROW;
  const i64 lines = by_row ? m : n;
  if (const Status status = may_tell_count(call)) return status;
  call.writes(counts, lines, 1).writes(total, 1, 1);
  return tell_count(call, call.once(cost_of(static_cast<double>(m) * n), [=] {
    std::fill_n(counts, lines, 0);
    int all = 0;
    for (i64 j = 0; j < n; ++j) {
      for (i64 i = 0; i < m; ++i) {
        if (a[j * lda + i] == T(0)) continue;
        ++counts[by_row ? i : j];
        ++all;
      }
    }
    *total = all;
  }));
}

// Whether a number stays: those of which no part is above the tolerance are left out.
template <class T>
bool stays(T value, T tolerance) {
  return std::abs(value) > std::abs(tolerance);
}

template <class T>
Status nnz_compress(Call& call, i64 m, cusparseMatDescr_t descr, const T* values,
                    const int* offsets, int* counts, int* total, T tolerance) {
  if (m < 0 || !descr || !total || (is_complex<T> ? false : std::real(tolerance) < 0))
    return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  if (const Status status = may_tell_count(call)) return status;
  call.writes(counts, m, 1).writes(total, 1, 1);
  const Csr<T> a{values, offsets, nullptr, descr->base};
  return tell_count(call, call.once(cost_of(static_cast<double>(m) * 10), [=] {
    int all = 0;
    for (i64 row = 0; row < m; ++row) {
      counts[row] = 0;
      for (i64 k = a.begin(row); k < a.end(row); ++k) counts[row] += stays(a.values[k], tolerance);
      all += counts[row];
    }
    *total = all;
  }));
}

template <class T>
Status csr2csr_compress(Call& call, i64 m, i64 n, cusparseMatDescr_t descr, const T* values,
                        const int* indices, const int* offsets, i64 nnz, const int* counts,
                        T* to_values, int* to_indices, int* to_offsets, T tolerance) {
  if (m < 0 || n < 0 || nnz < 0 || !descr || !counts) return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  call.writes(to_offsets, m + 1, 1);
  const Csr<T> a{values, offsets, indices, descr->base};
  return call.once(cost_of(static_cast<double>(nnz)), [=] {
    i64 at = 0;
    to_offsets[0] = a.base;
    for (i64 row = 0; row < m; ++row) {
      for (i64 k = a.begin(row); k < a.end(row); ++k) {
        if (!stays(a.values[k], tolerance)) continue;
        to_values[at] = a.values[k];
        to_indices[at++] = a.indices[k];
      }
      to_offsets[row + 1] = static_cast<int>(at) + a.base;
    }
  });
}

}  // namespace heddle::cusparse
