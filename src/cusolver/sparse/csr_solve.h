// SPDX-License-Identifier: Apache-2.0
// A x = b by one factorisation (cuSOLVER documentation, "cuSolverSP High Level Function
// Reference").
#pragma once

#include "cusolver/sparse/cholesky.h"
#include "cusolver/sparse/lu.h"
#include "cusolver/sparse/order.h"
#include "cusolver/sparse/qr.h"
#include "cusolver/sparse/sparse_call.h"

namespace heddle::cusolver {

// Orders by the number that functions take: none, symrcm, symamd, csrmetisnd.
inline bool is_order(int reorder) {
  return reorder >= 0 && reorder <= 3;
}
inline sparse::Permutation order_of(const sparse::Pattern& rows, int reorder) {
  if (reorder == 0) return sparse::identity(rows.lines());
  const sparse::Pattern graph = sparse::graph_of(rows);
  if (reorder == 1) return sparse::reverse_cuthill_mckee(graph);
  return reorder == 2 ? sparse::approximate_minimum_degree(graph)
                      : sparse::nested_dissection(graph);
}

// solve(rows, order) is the singular column, or -1 when x was written.
template <class T, class Solve>
Status solve_system(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const T* values,
                    const int* offsets, const int* indices, const T* b, int reorder, T* x,
                    int* singularity, Solve solve) {
  sparse::Csr csr;
  if (const Status status = take_matrix(n, n, nnz, descr, offsets, indices, &csr)) return status;
  if (!values || !b || !x || !singularity || !is_order(reorder)) return call.invalid();
  call.reads_matrix(csr);
  call.reads_vector(values, nnz);
  call.reads_vector(b, n);
  call.writes_vector(x, n);
  return call.now(factor_cost(n, nnz), [=] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    *singularity = solve(rows, order_of(rows, reorder));
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Where the matrix is singular under the tolerance x is found all the same, unless a pivot is 0.
template <class T>
Status csrlsvlu(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const T* values,
                const int* offsets, const int* indices, const T* b, Real<T> tolerance, int reorder,
                T* x, int* singularity) {
  return solve_system(call, n, nnz, descr, values, offsets, indices, b, reorder, x, singularity,
                      [=](const sparse::Pattern& rows, sparse::Permutation order) {
                        const sparse::LuPlan plan(rows, std::move(order));
                        sparse::Lu<T> lu;
                        lu.factor(plan, values, 1);
                        if (lu.singular(0) < 0) lu.solve(plan, b, x);
                        return lu.singular(tolerance);
                      });
}

template <class T>
Status csrlsvqr(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const T* values,
                const int* offsets, const int* indices, const T* b, Real<T> tolerance, int reorder,
                T* x, int* singularity) {
  return solve_system(call, n, nnz, descr, values, offsets, indices, b, reorder, x, singularity,
                      [=](const sparse::Pattern& rows, const sparse::Permutation& order) {
                        const sparse::QrPlan plan(rows, order, order);
                        sparse::Qr<T> qr;
                        qr.factor(plan, values, T(0));
                        if (qr.singular(0) < 0) qr.solve(plan, b, x);
                        return qr.singular(tolerance);
                      });
}

template <class T>
Status csrlsvchol(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const T* values,
                  const int* offsets, const int* indices, const T* b, Real<T> tolerance,
                  int reorder, T* x, int* singularity) {
  return solve_system(call, n, nnz, descr, values, offsets, indices, b, reorder, x, singularity,
                      [=](const sparse::Pattern& rows, sparse::Permutation order) {
                        const sparse::CholeskyPlan plan(rows, std::move(order));
                        sparse::Cholesky<T> cholesky;
                        if (cholesky.factor(plan, values)) cholesky.solve(plan, b, x);
                        return cholesky.singular(tolerance);
                      });
}

}  // namespace heddle::cusolver
