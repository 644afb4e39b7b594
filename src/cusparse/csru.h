// SPDX-License-Identifier: Apache-2.0
// Rows of CSR sorted by their columns, and put back as they were.
#pragma once

#include <memory>
#include <numeric>
#include <vector>

#include "cusparse/csr.h"

// Where each number came from, as the last work that sorted has it.
struct csru2csrInfo {
  std::shared_ptr<std::vector<int>> order = std::make_shared<std::vector<int>>();
};

namespace heddle::cusparse {

template <class T>
Status csru2csr_bufferSizeExt(Call& call, i64 m, i64 n, i64 nnz, T*, const int*, int*,
                              csru2csrInfo_t info, std::size_t* size) {
  if (m < 0 || n < 0 || nnz < 0 || !info) return call.invalid();
  return tell_buffer(call, size);
}

template <class T>
Status csru2csr(Call& call, i64 m, i64 n, i64 nnz, cusparseMatDescr_t descr, T* values,
                const int* offsets, int* indices, csru2csrInfo_t info, void*) {
  if (m < 0 || n < 0 || nnz < 0 || !descr || !info) return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  call.writes(values, nnz, 1).writes(indices, nnz, 1);
  const int base = descr->base;
  return call.once(cost_of(static_cast<double>(nnz) * 20), [=, order = info->order] {
    order->resize(static_cast<std::size_t>(nnz));
    std::iota(order->begin(), order->end(), 0);
    for (i64 i = 0; i < (nnz > 0 ? m : 0); ++i)  // what is equal stays in order
      std::sort(
          order->begin() + (offsets[i] - base), order->begin() + (offsets[i + 1] - base),
          [=](int k, int l) { return indices[k] != indices[l] ? indices[k] < indices[l] : k < l; });
    const std::vector<T> old_values(values, values + nnz);
    const std::vector<int> old_indices(indices, indices + nnz);
    for (i64 k = 0; k < nnz; ++k) {
      values[k] = old_values[(*order)[k]];
      indices[k] = old_indices[(*order)[k]];
    }
  });
}
template <class T>
Status csr2csru(Call& call, i64 m, i64 n, i64 nnz, cusparseMatDescr_t descr, T* values,
                const int* offsets, int* indices, csru2csrInfo_t info, void*) {
  if (m < 0 || n < 0 || nnz < 0 || !descr || !info) return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  call.writes(values, nnz, 1).writes(indices, nnz, 1);
  return call.once(cost_of(static_cast<double>(nnz) * 5), [=, order = info->order] {
    // What was not sorted, or has another size, stays.
    if (static_cast<i64>(order->size()) != nnz) return;
    const std::vector<T> old_values(values, values + nnz);
    const std::vector<int> old_indices(indices, indices + nnz);
    for (i64 k = 0; k < nnz; ++k) {
      values[(*order)[k]] = old_values[k];
      indices[(*order)[k]] = old_indices[k];
    }
  });
}

}  // namespace heddle::cusparse
