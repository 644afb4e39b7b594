// SPDX-License-Identifier: Apache-2.0
// QR in steps, of A - mu I where Setup has a mu: rows and columns in the order that they have.
#pragma once

#include "cusolver/sparse/steps.h"

namespace heddle::cusolver {

// As documented, for m >= n.
template <class I>
Status csrqrAnalysis(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t descr,
                     const int* offsets, const int* indices, I info) {
  if (m < n) return call.invalid();
  const auto known = info_of(info);
  if (known) known->values = {};
  return analyse(call, m, n, nnz, descr, offsets, indices, known, [](const sparse::Pattern& rows) {
    return sparse::QrPlan(rows, sparse::identity(rows.lines()), sparse::identity(rows.width));
  });
}
template <class T, class I>
Status csrqrBufferInfo(SparseCall&, int m, int n, int nnz, cusparseMatDescr_t, const T*, const int*,
                       const int*, I info, size_t* internal, size_t* workspace) {
  const auto known = info_of(info);
  const bool fits = known && known->fits(m, n, nnz);
  const double numbers = fits ? nnz + 2.0 * known->plan->elimination.factor.index.size() + n : 0;
  return tell_bytes<T>(fits, numbers, internal, workspace);
}
template <class T, class I>
Status csrqrSetup(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t, const T* values,
                  const int*, const int*, T mu, I info) {
  const auto known = info_of(info);
  if (!known || !known->fits(m, n, nnz) || !values) return call.invalid();
  call.reads_vector(values, nnz);
  return call.now({.bytes = 1.0 * sizeof(T) * nnz}, [=] {
    known->values = std::vector<T>(values, values + nnz);
    known->shift = mu;
    known->factors = {};
    return CUSOLVER_STATUS_SUCCESS;
  });
}
// With b and x it solves the system, too.
template <class T, class I>
Status csrqrFactor(SparseCall& call, int m, int n, int nnz, T* b, T* x, I info, void*) {
  const auto known = info_of(info);
  if (!known || !known->fits(m, n, nnz) || !b != !x) return call.invalid();
  const auto* const values = std::get_if<std::vector<T>>(&known->values);
  if (!values) return call.invalid();
  if (b) {
    call.reads_vector(b, m);
    call.writes_vector(x, n);
  }
  return call.now(factor_cost(m, nnz), [=] {
    T mu;
    if constexpr (is_complex<T>)
      mu = T(known->shift);
    else
      mu = static_cast<T>(known->shift.real());
    auto& qr = known->factors.template emplace<sparse::Qr<T>>();
    qr.factor(*known->plan, values->data(), mu);
    if (b && qr.singular(0) < 0) qr.solve(*known->plan, b, x);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
template <class T, class I>
Status csrqrZeroPivot(SparseCall& call, I info, Real<T> tolerance, int* position) {
  return zero_pivot<T>(call, info_of(info), tolerance, position);
}
template <class T, class I>
Status csrqrSolve(SparseCall& call, int m, int n, T* b, T* x, I info, void*) {
  return solve_by<T>(call, m, n, b, x, info_of(info));
}

}  // namespace heddle::cusolver
