// SPDX-License-Identifier: Apache-2.0
// LU in steps, of memory of the host: columns in the order that they have, rows as pivots choose.
#pragma once

#include "cusolver/sparse/steps.h"

namespace heddle::cusolver {

inline Status csrluAnalysis(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr,
                            const int* offsets, const int* indices, csrluInfoHost_t info) {
  return analyse(call, n, n, nnz, descr, offsets, indices, info_of(info),
                 [](const sparse::Pattern& rows) {
                   return sparse::LuPlan(rows, sparse::identity(rows.lines()));
                 });
}
// Pivots are not known yet: ten times what A has, as an estimate.
template <class T>
Status csrluBufferInfo(SparseCall&, int n, int nnz, cusparseMatDescr_t, const T*, const int*,
                       const int*, csrluInfoHost_t info, size_t* internal, size_t* workspace) {
  const auto known = info_of(info);
  return tell_bytes<T>(known && known->fits(n, n, nnz), 10.0 * nnz, internal, workspace);
}
template <class T>
Status csrluFactor(SparseCall& call, int n, int nnz, cusparseMatDescr_t, const T* values,
                   const int*, const int*, csrluInfoHost_t info, Real<T> threshold, void*) {
  const auto known = info_of(info);
  if (!known || !known->fits(n, n, nnz) || !values || !(threshold >= 0 && threshold <= 1))
    return call.invalid();
  return call.now(factor_cost(n, nnz), [=] {
    known->factors.template emplace<sparse::Lu<T>>().factor(*known->plan, values, threshold);
    return CUSOLVER_STATUS_SUCCESS;
  });
}
template <class T>
Status csrluZeroPivot(SparseCall& call, csrluInfoHost_t info, Real<T> tolerance, int* position) {
  return zero_pivot<T>(call, info_of(info), tolerance, position);
}
template <class T>
Status csrluSolve(SparseCall& call, int n, const T* b, T* x, csrluInfoHost_t info, void*) {
  return solve_by(call, n, n, b, x, info_of(info));
}

// Of L without its ones.
Status csrluNnz(SparseCall& call, int* in_l, int* in_u, csrluInfoHost_t info);

// Columns as the rows of a program's matrix; U with its diagonal.
template <class T>
void write_rows(const sparse::Pattern& columns, const std::vector<T>& values,
                const std::vector<T>* diagonal, int base, T* out, int* offsets, int* indices) {
  std::vector<i64> from;
  const sparse::Pattern rows = sparse::transpose(columns, &from);
  int done = 0;
  for (int i = 0; i < rows.lines(); ++i) {
    offsets[i] = done + base;
    if (diagonal) {
      indices[done] = i + base;
      out[done++] = (*diagonal)[i];
    }
    for (i64 at = rows.start[i]; at < rows.start[i + 1]; ++at) {
      indices[done] = rows.index[at] + base;
      out[done++] = values[from[at]];
    }
  }
  offsets[rows.lines()] = done + base;
}
template <class T>
Status csrluExtract(SparseCall& call, int* p, int* q, cusparseMatDescr_t descr_l, T* l_values,
                    int* l_offsets, int* l_indices, cusparseMatDescr_t descr_u, T* u_values,
                    int* u_offsets, int* u_indices, csrluInfoHost_t info, void*) {
  const auto known = info_of(info);
  const sparse::Lu<T>* const lu = known ? known->template of_type<T>() : nullptr;
  if (!lu || !p || !q || !descr_l || !descr_u || !l_values || !l_offsets || !l_indices ||
      !u_values || !u_offsets || !u_indices)
    return call.invalid();
  return call.now({}, [=] {
    const auto base = [](cusparseMatDescr_t descr) {
      return cusparseGetMatIndexBase(descr) == CUSPARSE_INDEX_BASE_ONE ? 1 : 0;
    };
    std::copy(lu->pivots.begin(), lu->pivots.end(), p);
    for (int j = 0; j < known->rows; ++j) q[j] = j;
    write_rows<T>(lu->l, lu->l_values, nullptr, base(descr_l), l_values, l_offsets, l_indices);
    write_rows<T>(lu->u, lu->u_values, &lu->diagonal, base(descr_u), u_values, u_offsets,
                  u_indices);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

}  // namespace heddle::cusolver
