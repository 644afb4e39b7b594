// SPDX-License-Identifier: Apache-2.0
// Incomplete LU and Cholesky factorisations without fill-in, of matrices in CSR whose columns are
// sorted. Row after row, on one thread.
#pragma once

#include <atomic>
#include <climits>
#include <cmath>
#include <memory>

#include "cusparse/csr.h"

// What a factorisation found is written when the work runs: the info may be asked, not destroyed,
// before.
struct csrilu02Info {
  struct Found {
    std::atomic<int> pivot{-1};
  };
  std::shared_ptr<Found> found = std::make_shared<Found>();
  bool boosts = false;
  const double* tolerance = nullptr;
  const void* boost = nullptr;
};
struct csric02Info {
  std::shared_ptr<csrilu02Info::Found> found = std::make_shared<csrilu02Info::Found>();
};

namespace heddle::cusparse {

using Found = csrilu02Info::Found;

// The place of (row, column), -1 if there is none.
template <class T>
i64 place(const Csr<T>& a, i64 row, i64 column) {
  const int* const begin = a.indices + a.begin(row);
  const int* const end = a.indices + a.end(row);
  const int* const at = std::lower_bound(begin, end, static_cast<int>(column) + a.base);
  return at != end && *at == column + a.base ? at - a.indices : -1;
}

// The first row without a place on the diagonal, with the base; -1 if all have one.
template <class T>
int missing_pivot(const Csr<T>& a, i64 m) {
  for (i64 i = 0; i < m; ++i)
    if (place(a, i, i) < 0) return static_cast<int>(i) + a.base;
  return -1;
}

// A is replaced by L (without its ones) and U.
template <class T>
int factorise_lu(const Csr<T>& a, T* values, i64 m, bool boosts, double tolerance, T boost) {
  int zero = -1;
  for (i64 i = 0; i < m; ++i) {
    for (i64 k = a.begin(i); k < a.end(i) && a.column(k) < i; ++k) {
      const i64 row = a.column(k), pivot = place(a, row, row);
      if (pivot < 0) continue;
      const T factor = values[k] = divided(values[k], values[pivot]);
      // Both rows are sorted: one walk along both.
      i64 at = k + 1;
      for (i64 l = pivot + 1; l < a.end(row); ++l) {
        while (at < a.end(i) && a.column(at) < a.column(l)) ++at;
        if (at == a.end(i)) break;
        if (a.column(at) == a.column(l)) values[at] -= times(factor, values[l]);
      }
    }
    const i64 pivot = place(a, i, i);
    if (pivot >= 0 && boosts && std::abs(values[pivot]) <= tolerance) values[pivot] = boost;
    if (zero < 0 && (pivot < 0 || values[pivot] == T(0))) zero = static_cast<int>(i) + a.base;
  }
  return zero;
}

// The lower triangle of A is replaced by L with L * L^H = A; what is above it is not looked at.
template <class T>
int factorise_cholesky(const Csr<T>& a, T* values, i64 m) {
  int zero = -1;
  for (i64 i = 0; i < m; ++i) {
    T left{};
    for (i64 k = a.begin(i); k < a.end(i) && a.column(k) <= i; ++k) {
      const i64 row = a.column(k);
      T sum = values[k];
      for (i64 p = a.begin(i), q = a.begin(row); p < k && q < a.end(row);) {
        const i64 first = a.column(p), second = a.column(q);
        if (second >= row) break;
        if (first == second) sum -= times(values[p], conjugate(values[q]));
        p += first <= second;
        q += second <= first;
      }
      if (row < i) {
        const i64 pivot = place(a, row, row);
        values[k] = pivot < 0 ? sum : divided(sum, values[pivot]);
      } else {
        left = sum;
        values[k] = std::sqrt(sum);
      }
    }
    if (zero < 0 && (place(a, i, i) < 0 || !(std::real(left) > 0)))
      zero = static_cast<int>(i) + a.base;
  }
  return zero;
}

template <class Info>
Status check_factorisation(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, Info* info) {
  if (m < 0 || nnz < 0 || !descr || !info) return call.invalid();
  return is_general(descr) ? kOk : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}
template <class T, class Info>
Status analyse_factorisation(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, const T* values,
                             const int* offsets, const int* indices, Info* info) {
  if (const Status status = check_factorisation(call, m, nnz, descr, info)) return status;
  const Csr<T> a{values, offsets, indices, descr->base};
  return call.once(cost_of(static_cast<double>(m) * 20),
                   [=, found = info->found] { found->pivot = missing_pivot(a, m); });
}

template <class T>
Status csrilu02_numericBoost(Call& call, csrilu02Info_t info, int enable, double* tolerance,
                             T* boost) {
  if (!info || (enable && (!tolerance || !boost))) return call.invalid();
  info->boosts = enable;
  info->tolerance = tolerance;
  info->boost = boost;
  return kOk;
}
template <class T, class Size>
Status csrilu02_bufferSize(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, T*, const int*,
                           const int*, csrilu02Info_t info, Size* size) {
  const Status status = check_factorisation(call, m, nnz, descr, info);
  return status != kOk ? status : tell_buffer(call, size);
}
template <class T>
Status csrilu02_bufferSizeExt(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, T* values,
                              const int* offsets, const int* indices, csrilu02Info_t info,
                              size_t* size) {
  return csrilu02_bufferSize(call, m, nnz, descr, values, offsets, indices, info, size);
}
template <class T>
Status csrilu02_analysis(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, const T* values,
                         const int* offsets, const int* indices, csrilu02Info_t info,
                         cusparseSolvePolicy_t policy, void* buffer) {
  return analyse_factorisation(call, m, nnz, descr, values, offsets, indices, info);
}
template <class T>
Status csrilu02(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, T* values, const int* offsets,
                const int* indices, csrilu02Info_t info, cusparseSolvePolicy_t policy,
                void* buffer) {
  if (const Status status = check_factorisation(call, m, nnz, descr, info)) return status;
  call.writes(values, nnz, 1);
  const Csr<T> a{values, offsets, indices, descr->base};
  // Both are read by the pointer mode, as coefficients are.
  const auto tolerance = call.scalar<double>(info->boosts ? info->tolerance : nullptr);
  const auto boost = call.scalar<T>(info->boosts ? info->boost : nullptr);
  return call.once(
      cost_of(static_cast<double>(nnz) * 20), [=, boosts = info->boosts, found = info->found] {
        found->pivot =
            factorise_lu(a, values, m, boosts, boosts ? tolerance() : 0, boosts ? boost() : T(0));
      });
}

template <class T, class Size>
Status csric02_bufferSize(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, T*, const int*,
                          const int*, csric02Info_t info, Size* size) {
  const Status status = check_factorisation(call, m, nnz, descr, info);
  return status != kOk ? status : tell_buffer(call, size);
}
template <class T>
Status csric02_bufferSizeExt(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, T* values,
                             const int* offsets, const int* indices, csric02Info_t info,
                             size_t* size) {
  return csric02_bufferSize(call, m, nnz, descr, values, offsets, indices, info, size);
}
template <class T>
Status csric02_analysis(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, const T* values,
                        const int* offsets, const int* indices, csric02Info_t info,
                        cusparseSolvePolicy_t policy, void* buffer) {
  return analyse_factorisation(call, m, nnz, descr, values, offsets, indices, info);
}
template <class T>
Status csric02(Call& call, i64 m, i64 nnz, cusparseMatDescr_t descr, T* values, const int* offsets,
               const int* indices, csric02Info_t info, cusparseSolvePolicy_t policy, void* buffer) {
  if (const Status status = check_factorisation(call, m, nnz, descr, info)) return status;
  call.writes(values, nnz, 1);
  const Csr<T> a{values, offsets, indices, descr->base};
  return call.once(cost_of(static_cast<double>(nnz) * 20),
                   [=, found = info->found] { found->pivot = factorise_cholesky(a, values, m); });
}

}  // namespace heddle::cusparse
