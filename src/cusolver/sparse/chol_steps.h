// SPDX-License-Identifier: Apache-2.0
// Cholesky in steps, as it is: rows and columns in the order that they have.
#pragma once

#include "cusolver/sparse/steps.h"

namespace heddle::cusolver {

template <class I>
Status csrcholAnalysis(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr,
                       const int* offsets, const int* indices, I info) {
  return analyse(call, n, n, nnz, descr, offsets, indices, info_of(info),
                 [](const sparse::Pattern& rows) {
                   return sparse::CholeskyPlan(rows, sparse::identity(rows.lines()));
                 });
}
template <class T, class I>
Status csrcholBufferInfo(SparseCall&, int n, int nnz, cusparseMatDescr_t, const T*, const int*,
                         const int*, I info, size_t* internal, size_t* workspace) {
  const auto known = info_of(info);
  const bool fits = known && known->fits(n, n, nnz);
  return tell_bytes<T>(fits, fits ? double(known->plan->numbers()) : 0, internal, workspace);
}
template <class T, class I>
Status csrcholFactor(SparseCall& call, int n, int nnz, cusparseMatDescr_t, const T* values,
                     const int*, const int*, I info, void*) {
  const auto known = info_of(info);
  if (!known || !known->fits(n, n, nnz) || !values) return call.invalid();
  call.reads_vector(values, nnz);
  return call.now(factor_cost(n, nnz), [=] {
    known->factors.template emplace<sparse::Cholesky<T>>().factor(*known->plan, values);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
template <class T, class I>
Status csrcholZeroPivot(SparseCall& call, I info, Real<T> tolerance, int* position) {
  return zero_pivot<T>(call, info_of(info), tolerance, position);
}
template <class T, class I>
Status csrcholSolve(SparseCall& call, int n, const T* b, T* x, I info, void*) {
  return solve_by(call, n, n, b, x, info_of(info));
}
template <class T, class I>
Status csrcholDiag(SparseCall& call, I info, Real<T>* diagonal) {
  const auto known = info_of(info);
  if (!known || !diagonal || !known->template of_type<T>()) return call.invalid();
  call.writes_vector(diagonal, known->rows);
  return call.now({}, [=] {
    const auto kept = known->template of_type<T>()->diagonal();
    std::copy(kept.begin(), kept.end(), diagonal);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

}  // namespace heddle::cusolver
