// SPDX-License-Identifier: Apache-2.0
// Least squares and eigenvalues of sparse matrices.
#pragma once

#include <limits>

#include "cusolver/sparse/order.h"
#include "cusolver/sparse/qr.h"
#include "cusolver/sparse/sparse_call.h"
#include "cusolver/sparse/spectrum.h"

namespace heddle::cusolver {

// y = A x.
template <class T>
void multiply(const sparse::Pattern& rows, const T* values, const T* x, T* y) {
  for (int i = 0; i < rows.lines(); ++i) {
    T sum(0);
    for (i64 at = rows.start[i]; at < rows.start[i + 1]; ++at)
      sum += values[at] * x[rows.index[at]];
    y[i] = sum;
  }
}
template <class T>
Real<T> norm_of(const std::vector<T>& x) {
  Real<T> sum = 0;
  for (const T& number : x) sum += std::norm(number);
  return std::sqrt(sum);
}

// As documented, for m >= n.
template <class T>
Status csrlsqvqr(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t descr, const T* values,
                 const int* offsets, const int* indices, const T* b, Real<T> tolerance, int* rank,
                 T* x, int* p, Real<T>* min_norm) {
  sparse::Csr csr;
  if (const Status status = take_matrix(m, n, nnz, descr, offsets, indices, &csr)) return status;
  if (m < n || !values || !b || !rank || !x || !p || !min_norm) return call.invalid();
  return call.now({}, [=] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    const sparse::LeastSquares found =
        sparse::least_squares(rows, {values, values + nnz}, {b, b + m}, tolerance);
    *rank = found.rank;
    for (int j = 0; j < n; ++j) {
      if constexpr (is_complex<T>)
        x[j] = T(found.x[j]);
      else
        x[j] = static_cast<T>(found.x[j].real());
    }
    std::copy(found.p.begin(), found.p.end(), p);
    std::vector<T> rest(m);
    multiply(rows, values, x, rest.data());
    for (int i = 0; i < m; ++i) rest[i] -= b[i];
    *min_norm = norm_of(rest);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Inverse iteration by one QR of A - mu0 I: the eigenvalue next to mu0, from x0. A mu0 that is an
// eigenvalue is moved by a rounding error.
template <class T>
Status csreigvsi(SparseCall& call, int m, int nnz, cusparseMatDescr_t descr, const T* values,
                 const int* offsets, const int* indices, T mu0, const T* x0, int rounds,
                 Real<T> tolerance, T* mu, T* x) {
  sparse::Csr csr;
  if (const Status status = take_matrix(m, m, nnz, descr, offsets, indices, &csr)) return status;
  if (!values || !x0 || rounds <= 0 || !mu || !x) return call.invalid();
  call.reads_matrix(csr);
  call.reads_vector(values, nnz);
  call.reads_vector(x0, m);
  call.writes_vector(mu, 1);
  call.writes_vector(x, m);
  return call.now(factor_cost(m, nnz), [=] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    const sparse::Permutation order = sparse::approximate_minimum_degree(sparse::graph_of(rows));
    const sparse::QrPlan plan(rows, order, order);
    sparse::Qr<T> qr;
    qr.factor(plan, values, mu0);
    Real<T> largest = 0;
    for (int i = 0; i < nnz; ++i) largest = std::max<Real<T>>(largest, std::abs(values[i]));
    const Real<T> rounding = 4 * std::numeric_limits<Real<T>>::epsilon() * largest;
    if (qr.singular(0) >= 0) qr.factor(plan, values, mu0 + rounding);
    if (qr.singular(0) >= 0) return CUSOLVER_STATUS_EXECUTION_FAILED;
    std::vector<T> now(x0, x0 + m), next(m);
    T value(0);
    for (int round = 0; round < rounds; ++round) {
      qr.solve(plan, now.data(), next.data());
      const Real<T> length = norm_of(next);
      if (!(length > 0)) return SparseCall::invalid();  // x0 is 0
      for (int i = 0; i < m; ++i) now[i] = next[i] / length;
      multiply(rows, values, now.data(), next.data());
      value = T(0);
      for (int i = 0; i < m; ++i) value += sparse::conjugate(now[i]) * next[i];
      for (int i = 0; i < m; ++i) next[i] -= value * now[i];
      if (norm_of(next) < tolerance) break;
    }
    *mu = value;
    std::copy(now.begin(), now.end(), x);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// How many eigenvalues a box has: all of them are computed, of the matrix written out.
template <class T, class Corner>
Status csreigs(SparseCall& call, int m, int nnz, cusparseMatDescr_t descr, const T* values,
               const int* offsets, const int* indices, Corner low, Corner high, int* count) {
  sparse::Csr csr;
  if (const Status status = take_matrix(m, m, nnz, descr, offsets, indices, &csr)) return status;
  if (!values || !count || low.real() > high.real() || low.imag() > high.imag())
    return call.invalid();
  return call.now({}, [=] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    std::vector<library::DoubleComplex> dense(static_cast<std::size_t>(m) * m);
    for (int i = 0; i < m; ++i)
      for (i64 at = rows.start[i]; at < rows.start[i + 1]; ++at)
        dense[static_cast<std::size_t>(rows.index[at]) * m + i] += values[at];
    *count = 0;
    for (const auto& each : sparse::eigenvalues(std::move(dense), m))
      *count += each.real() >= low.real() && each.real() <= high.real() &&
                each.imag() >= low.imag() && each.imag() <= high.imag();
    return CUSOLVER_STATUS_SUCCESS;
  });
}

}  // namespace heddle::cusolver
