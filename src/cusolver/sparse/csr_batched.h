// SPDX-License-Identifier: Apache-2.0
// Systems of one pattern, in a batch: a QR factorisation each, shared among threads.
#pragma once

#include "cusolver/sparse/csr_solve.h"
#include "cusolver/sparse/steps.h"

namespace heddle::cusolver {

// As documented, for m >= n. The order is the library's own.
inline Status csrqrAnalysisBatched(SparseCall& call, int m, int n, int nnz,
                                   cusparseMatDescr_t descr, const int* offsets, const int* indices,
                                   csrqrInfo_t info) {
  if (m < n) return call.invalid();
  return analyse(call, m, n, nnz, descr, offsets, indices, info_of(info),
                 [m, n](const sparse::Pattern& rows) {
                   if (m != n)
                     return sparse::QrPlan(rows, sparse::identity(m), sparse::identity(n));
                   const sparse::Permutation order = order_of(rows, 2);
                   return sparse::QrPlan(rows, order, order);
                 });
}
template <class T>
Status csrqrBufferInfoBatched(SparseCall&, int m, int n, int nnz, cusparseMatDescr_t, const T*,
                              const int*, const int*, int batch, csrqrInfo_t info, size_t* internal,
                              size_t* workspace) {
  const auto known = info_of(info);
  const bool fits = known && known->fits(m, n, nnz) && batch > 0;
  const double numbers =
      fits ? static_cast<double>(known->plan->elimination.factor.index.size() + nnz) : 0;
  return tell_bytes<T>(fits, numbers, internal, workspace);
}
// A system that is singular is left as it is.
template <class T>
Status csrqrsvBatched(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t, const T* values,
                      const int*, const int*, const T* b, T* x, int batch, csrqrInfo_t info,
                      void*) {
  const auto known = info_of(info);
  if (!known || !known->fits(m, n, nnz) || batch <= 0 || !values || !b || !x) return call.invalid();
  call.reads_vector(values, i64{nnz} * batch);
  call.reads_vector(b, i64{m} * batch);
  call.writes_vector(x, i64{n} * batch);
  library::Cost cost = factor_cost(m, nnz);
  cost.operations *= batch;
  return call.ranges_now(batch, cost, [=](i64 begin, i64 end) {
    sparse::Qr<T> qr;
    for (i64 i = begin; i < end; ++i) {
      qr.factor(*known->plan, values + i * nnz, T(0));
      if (qr.singular(0) < 0) qr.solve(*known->plan, b + i * m, x + i * n);
    }
  });
}

}  // namespace heddle::cusolver
