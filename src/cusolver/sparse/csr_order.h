// SPDX-License-Identifier: Apache-2.0
// Orders and permutations of sparse matrices, in memory of the host.
#pragma once

#include "cusolver/sparse/order.h"
#include "cusolver/sparse/sparse_call.h"

namespace heddle::cusolver {

Status csrissym(SparseCall& call, int m, int nnz, cusparseMatDescr_t descr, const int* offsets,
                const int* ends, const int* indices, int* symmetric);
Status csrsymrcm(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
                 const int* indices, int* p);
Status csrsymmdq(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
                 const int* indices, int* p);
Status csrsymamd(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
                 const int* indices, int* p);
Status csrmetisnd(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const int* offsets,
                  const int* indices, const int64_t* options, int* p);
Status csrperm_bufferSize(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t descr,
                          const int* offsets, const int* indices, const int* p, const int* q,
                          size_t* bytes);
Status csrperm(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t descr, int* offsets,
               int* indices, const int* p, const int* q, int* map, void* buffer);

// Rows in an order in which as many as can be have a number other than 0 on the diagonal.
Status order_for_diagonal(SparseCall& call, const sparse::Csr& csr, const std::vector<bool>& zero,
                          int* p, int* matched);
template <class T>
Status csrzfd(SparseCall& call, int n, int nnz, cusparseMatDescr_t descr, const T* values,
              const int* offsets, const int* indices, int* p, int* matched) {
  sparse::Csr csr;
  if (const Status status = take_matrix(n, n, nnz, descr, offsets, indices, &csr)) return status;
  if (!values || !p || !matched) return call.invalid();
  std::vector<bool> zero(nnz);
  for (int i = 0; i < nnz; ++i) zero[i] = values[i] == T(0);
  return order_for_diagonal(call, csr, zero, p, matched);
}

}  // namespace heddle::cusolver
