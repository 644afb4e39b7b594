// SPDX-License-Identifier: Apache-2.0
// Matrices without their small numbers: what is not above a threshold, or above that below which a
// percentage of the numbers lies.
#pragma once

#include <cmath>
#include <vector>

#include "cusparse/csr.h"

struct pruneInfo {};

namespace heddle::cusparse {

template <class T>
auto size_of_number(T value) {
  if constexpr (std::is_same_v<T, library::Half>)
    return std::abs(library::to_float(value));
  else
    return std::abs(value);
}
template <class T>
using Threshold = decltype(size_of_number(T{}));

// A dense matrix in the order of columns, and one in CSR: each(i, f) calls f(column, value) for
// what is there of row i.
template <class T>
struct DenseRows {
  const T* values;
  i64 rows, columns, ld;
  i64 count() const { return rows * columns; }
  template <class F>
  void each(i64 i, F f) const {
    for (i64 j = 0; j < columns; ++j) f(j, values[j * ld + i]);
  }
};
template <class T>
struct StoredRows {
  Csr<T> a;
  i64 rows, nnz;
  i64 count() const { return nnz; }
  template <class F>
  void each(i64 i, F f) const {
    for (i64 k = a.begin(i); k < a.end(i); ++k) f(a.column(k), a.values[k]);
  }
};

// The size below or at which a percentage of the numbers lies, as documented: of all n in order the
// one at ceil(n * percentage / 100) - 1.
template <class T, class Rows>
Threshold<T> threshold_of(const Rows& a, float percentage) {
  std::vector<Threshold<T>> sizes;
  for (i64 i = 0; i < a.rows; ++i)
    a.each(i, [&](i64, T value) { sizes.push_back(size_of_number(value)); });
  if (sizes.empty()) return {};
  const auto count = static_cast<double>(sizes.size());
  const double wanted = std::ceil(count * (static_cast<double>(percentage) / 100)) - 1;
  const auto at = static_cast<i64>(std::clamp(wanted, 0.0, count - 1));
  std::nth_element(sizes.begin(), sizes.begin() + at, sizes.end());
  return sizes[static_cast<std::size_t>(at)];
}

// limit() is asked when the work runs.
template <class T, class Rows, class Limit>
Status prune_count(Call& call, const Rows& a, Limit limit, cusparseMatDescr_t descr, int* offsets,
                   int* total) {
  if (!total) return call.invalid();
  if (const Status status = may_tell_count(call)) return status;
  call.writes(offsets, a.rows + 1, 1).writes(total, 1, 1);
  const int base = descr->base;
  return tell_count(call, call.once(cost_of(static_cast<double>(a.count())), [=] {
    const auto least = limit();
    int all = 0;
    offsets[0] = base;
    for (i64 i = 0; i < a.rows; ++i) {
      a.each(i, [&](i64, T value) { all += size_of_number(value) > least; });
      offsets[i + 1] = all + base;
    }
    *total = all;
  }));
}
template <class T, class Rows, class Limit>
Status prune(Call& call, const Rows& a, Limit limit, cusparseMatDescr_t descr, T* values,
             const int* offsets, int* indices) {
  const int base = descr->base;
  call.late_uses([=](auto& uses) {
    const i64 kept = a.rows > 0 ? offsets[a.rows] - base : 0;
    library::Uses::add(uses, values, kept * sizeof(T), 1, 0, true);
    library::Uses::add(uses, indices, kept * sizeof(int), 1, 0, true);
  });
  return call.once(cost_of(static_cast<double>(a.count())), [=] {
    const auto least = limit();
    for (i64 i = 0; i < a.rows; ++i) {
      i64 at = offsets[i] - base;
      a.each(i, [&](i64 j, T value) {
        if (!(size_of_number(value) > least)) return;
        values[at] = value;
        indices[at++] = static_cast<int>(j) + base;
      });
    }
  });
}

inline Status check_prune(Call& call, i64 m, i64 n, std::initializer_list<cusparseMatDescr_t> all) {
  if (m < 0 || n < 0) return call.invalid();
  for (const auto descr : all)
    if (!descr) return call.invalid();
  for (const auto descr : all)
    if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  return kOk;
}
template <class T>
Status check_dense(Call& call, i64 m, i64 n, const T* a, i64 lda, cusparseMatDescr_t descr) {
  if (lda < std::max<i64>(1, m)) return call.invalid();
  return check_prune(call, m, n, {descr});
}
inline bool is_percentage(float percentage) {
  return percentage >= 0 && percentage <= 100;
}

// By a threshold, of the host or of the device.
template <class T>
auto limit_by(Call& call, const T* threshold) {
  return [value = call.scalar<T>(threshold)] {
    if constexpr (std::is_same_v<T, library::Half>)
      return library::to_float(value());
    else
      return value();
  };
}

template <class T>
Status pruneDense2csr_bufferSizeExt(Call& call, i64 m, i64 n, const T* a, i64 lda,
                                    const T* threshold, cusparseMatDescr_t descr, const T*,
                                    const int*, const int*, std::size_t* size) {
  if (!threshold) return call.invalid();
  const Status status = check_dense(call, m, n, a, lda, descr);
  return status ? status : tell_buffer(call, size);
}
template <class T>
Status pruneDense2csrNnz(Call& call, i64 m, i64 n, const T* a, i64 lda, const T* threshold,
                         cusparseMatDescr_t descr, int* offsets, int* total, void*) {
  if (!threshold) return call.invalid();
  if (const Status status = check_dense(call, m, n, a, lda, descr)) return status;
  return prune_count<T>(call, DenseRows<T>{a, m, n, lda}, limit_by(call, threshold), descr, offsets,
                        total);
}
template <class T>
Status pruneDense2csr(Call& call, i64 m, i64 n, const T* a, i64 lda, const T* threshold,
                      cusparseMatDescr_t descr, T* values, const int* offsets, int* indices,
                      void*) {
  if (!threshold) return call.invalid();
  if (const Status status = check_dense(call, m, n, a, lda, descr)) return status;
  return prune<T>(call, DenseRows<T>{a, m, n, lda}, limit_by(call, threshold), descr, values,
                  offsets, indices);
}

template <class T>
Status pruneCsr2csr_bufferSizeExt(Call& call, i64 m, i64 n, i64 nnz, cusparseMatDescr_t descr_a,
                                  const T*, const int*, const int*, const T* threshold,
                                  cusparseMatDescr_t descr_c, const T*, const int*, const int*,
                                  std::size_t* size) {
  if (!threshold || nnz < 0) return call.invalid();
  const Status status = check_prune(call, m, n, {descr_a, descr_c});
  return status ? status : tell_buffer(call, size);
}
template <class T>
Status pruneCsr2csrNnz(Call& call, i64 m, i64 n, i64 nnz, cusparseMatDescr_t descr_a,
                       const T* values, const int* offsets, const int* indices, const T* threshold,
                       cusparseMatDescr_t descr_c, int* to_offsets, int* total, void*) {
  if (!threshold || nnz < 0) return call.invalid();
  if (const Status status = check_prune(call, m, n, {descr_a, descr_c})) return status;
  const StoredRows<T> a{{values, offsets, indices, descr_a->base}, m, nnz};
  return prune_count<T>(call, a, limit_by(call, threshold), descr_c, to_offsets, total);
}
template <class T>
Status pruneCsr2csr(Call& call, i64 m, i64 n, i64 nnz, cusparseMatDescr_t descr_a, const T* values,
                    const int* offsets, const int* indices, const T* threshold,
                    cusparseMatDescr_t descr_c, T* to_values, const int* to_offsets,
                    int* to_indices, void*) {
  if (!threshold || nnz < 0) return call.invalid();
  if (const Status status = check_prune(call, m, n, {descr_a, descr_c})) return status;
  const StoredRows<T> a{{values, offsets, indices, descr_a->base}, m, nnz};
  return prune<T>(call, a, limit_by(call, threshold), descr_c, to_values, to_offsets, to_indices);
}

// By a percentage: the threshold is looked for in each of the calls.
template <class T>
Status pruneDense2csrByPercentage_bufferSizeExt(Call& call, i64 m, i64 n, const T* a, i64 lda,
                                                float percentage, cusparseMatDescr_t descr,
                                                const T*, const int*, const int*, pruneInfo_t info,
                                                std::size_t* size) {
  if (!info || !is_percentage(percentage)) return call.invalid();
  const Status status = check_dense(call, m, n, a, lda, descr);
  return status ? status : tell_buffer(call, size);
}
template <class T>
Status pruneDense2csrNnzByPercentage(Call& call, i64 m, i64 n, const T* a, i64 lda,
                                     float percentage, cusparseMatDescr_t descr, int* offsets,
                                     int* total, pruneInfo_t info, void*) {
  if (!info || !is_percentage(percentage)) return call.invalid();
  if (const Status status = check_dense(call, m, n, a, lda, descr)) return status;
  const DenseRows<T> rows{a, m, n, lda};
  return prune_count<T>(
      call, rows, [=] { return threshold_of<T>(rows, percentage); }, descr, offsets, total);
}
template <class T>
Status pruneDense2csrByPercentage(Call& call, i64 m, i64 n, const T* a, i64 lda, float percentage,
                                  cusparseMatDescr_t descr, T* values, const int* offsets,
                                  int* indices, pruneInfo_t info, void*) {
  if (!info || !is_percentage(percentage)) return call.invalid();
  if (const Status status = check_dense(call, m, n, a, lda, descr)) return status;
  const DenseRows<T> rows{a, m, n, lda};
  return prune<T>(
      call, rows, [=] { return threshold_of<T>(rows, percentage); }, descr, values, offsets,
      indices);
}

template <class T>
Status pruneCsr2csrByPercentage_bufferSizeExt(Call& call, i64 m, i64 n, i64 nnz,
                                              cusparseMatDescr_t descr_a, const T*, const int*,
                                              const int*, float percentage,
                                              cusparseMatDescr_t descr_c, const T*, const int*,
                                              const int*, pruneInfo_t info, std::size_t* size) {
  if (!info || nnz < 0 || !is_percentage(percentage)) return call.invalid();
  const Status status = check_prune(call, m, n, {descr_a, descr_c});
  return status ? status : tell_buffer(call, size);
}
template <class T>
Status pruneCsr2csrNnzByPercentage(Call& call, i64 m, i64 n, i64 nnz, cusparseMatDescr_t descr_a,
                                   const T* values, const int* offsets, const int* indices,
                                   float percentage, cusparseMatDescr_t descr_c, int* to_offsets,
                                   int* total, pruneInfo_t info, void*) {
  if (!info || nnz < 0 || !is_percentage(percentage)) return call.invalid();
  if (const Status status = check_prune(call, m, n, {descr_a, descr_c})) return status;
  const StoredRows<T> a{{values, offsets, indices, descr_a->base}, m, nnz};
  return prune_count<T>(
      call, a, [=] { return threshold_of<T>(a, percentage); }, descr_c, to_offsets, total);
}
template <class T>
Status pruneCsr2csrByPercentage(Call& call, i64 m, i64 n, i64 nnz, cusparseMatDescr_t descr_a,
                                const T* values, const int* offsets, const int* indices,
                                float percentage, cusparseMatDescr_t descr_c, T* to_values,
                                const int* to_offsets, int* to_indices, pruneInfo_t info, void*) {
  if (!info || nnz < 0 || !is_percentage(percentage)) return call.invalid();
  if (const Status status = check_prune(call, m, n, {descr_a, descr_c})) return status;
  const StoredRows<T> a{{values, offsets, indices, descr_a->base}, m, nnz};
  return prune<T>(
      call, a, [=] { return threshold_of<T>(a, percentage); }, descr_c, to_values, to_offsets,
      to_indices);
}

}  // namespace heddle::cusparse
