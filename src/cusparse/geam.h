// SPDX-License-Identifier: Apache-2.0
// C = alpha * A + beta * B, all in CSR.
#pragma once

#include <vector>

#include "cusparse/csr.h"

namespace heddle::cusparse {

inline Status check_sum(Call& call, i64 m, i64 n, i64 nnz_a, i64 nnz_b, cusparseMatDescr_t a,
                        cusparseMatDescr_t b, cusparseMatDescr_t c) {
  if (m < 0 || n < 0 || nnz_a < 0 || nnz_b < 0 || !a || !b || !c) return call.invalid();
  return is_general(a) && is_general(b) && is_general(c)
             ? kOk
             : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

// The columns of both in a row, in order.
template <class T>
std::vector<i64> united(const Csr<T>& a, const Csr<T>& b, i64 row) {
  std::vector<i64> columns;
  for (i64 k = a.begin(row); k < a.end(row); ++k) columns.push_back(a.column(k));
  for (i64 k = b.begin(row); k < b.end(row); ++k) columns.push_back(b.column(k));
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

template <class T>
Status csrgeam2_bufferSizeExt(Call& call, i64 m, i64 n, const T*, cusparseMatDescr_t a, i64 nnz_a,
                              const T*, const int*, const int*, const T*, cusparseMatDescr_t b,
                              i64 nnz_b, const T*, const int*, const int*, cusparseMatDescr_t c,
                              const T*, const int*, const int*, size_t* size) {
  const Status status = check_sum(call, m, n, nnz_a, nnz_b, a, b, c);
  return status != kOk ? status : tell_buffer(call, size);
}

template <class T>
Status csrgeam2(Call& call, i64 m, i64 n, const T* alpha, cusparseMatDescr_t descr_a, i64 nnz_a,
                const T* values_a, const int* offsets_a, const int* indices_a, const T* beta,
                cusparseMatDescr_t descr_b, i64 nnz_b, const T* values_b, const int* offsets_b,
                const int* indices_b, cusparseMatDescr_t descr_c, T* values, int* offsets,
                int* indices, void* buffer) {
  if (!alpha || !beta) return call.invalid();
  if (const Status status = check_sum(call, m, n, nnz_a, nnz_b, descr_a, descr_b, descr_c))
    return status;
  const auto factor_a = call.scalar<T>(alpha), factor_b = call.scalar<T>(beta);
  const Csr<T> a{values_a, offsets_a, indices_a, descr_a->base};
  const Csr<T> b{values_b, offsets_b, indices_b, descr_b->base};
  const int base = descr_c->base;
  call.writes(offsets, m + 1, 1);
  return call.once(cost_of(10.0 * static_cast<double>(m + nnz_a + nnz_b)), [=] {
    i64 at = 0;
    offsets[0] = base;
    for (i64 row = 0; row < m; ++row) {
      const auto columns = united(a, b, row);
      T* const sums = values + at;
      std::fill_n(sums, columns.size(), T(0));
      const auto add = [&](const Csr<T>& from, T factor) {
        for (i64 k = from.begin(row); k < from.end(row); ++k)
          sums[std::lower_bound(columns.begin(), columns.end(), from.column(k)) -
               columns.begin()] += times(factor, from.values[k]);
      };
      add(a, factor_a());
      add(b, factor_b());
      for (const i64 column : columns) indices[at++] = static_cast<int>(column) + base;
      offsets[row + 1] = static_cast<int>(at) + base;
    }
  });
}

}  // namespace heddle::cusparse
