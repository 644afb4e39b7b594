// SPDX-License-Identifier: Apache-2.0
// What the factorisations in steps have in common.
#pragma once

#include "cusolver/sparse/infos.h"
#include "cusolver/sparse/sparse_call.h"
#include "cusolverSp_LOWLEVEL_PREVIEW.h"

namespace heddle::cusolver {

inline std::shared_ptr<CholeskyInfo> info_of(csrcholInfo_t info) {
  return find_object<CholeskyInfo>(info);
}
inline std::shared_ptr<CholeskyInfo> info_of(csrcholInfoHost_t info) {
  return find_object<CholeskyInfo>(info);
}
inline std::shared_ptr<LuInfo> info_of(csrluInfoHost_t info) {
  return find_object<LuInfo>(info);
}
inline std::shared_ptr<QrInfo> info_of(csrqrInfo_t info) {
  return find_object<QrInfo>(info);
}
inline std::shared_ptr<QrInfo> info_of(csrqrInfoHost_t info) {
  return find_object<QrInfo>(info);
}

// Makes the plan, plan(rows), and forgets factors of another one.
template <class Known, class MakePlan>
Status analyse(SparseCall& call, int m, int n, int nnz, cusparseMatDescr_t descr,
               const int* offsets, const int* indices, const std::shared_ptr<Known>& info,
               MakePlan plan) {
  sparse::Csr csr;
  if (const Status status = take_matrix(m, n, nnz, descr, offsets, indices, &csr)) return status;
  if (!info) return call.invalid();
  call.reads_matrix(csr);
  return call.now({.bytes = 64.0 * nnz}, [=] {
    sparse::Pattern rows;
    if (!sparse::read(csr, &rows)) return SparseCall::invalid();
    info->rows = m;
    info->columns = n;
    info->numbers = nnz;
    info->plan = plan(rows);
    info->factors = {};
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// What it keeps: numbers and their places.
template <class T>
Status tell_bytes(bool known, double numbers, size_t* internal, size_t* workspace) {
  if (!known || !internal || !workspace) return SparseCall::invalid();
  *internal = static_cast<size_t>(numbers) * (sizeof(T) + sizeof(int));
  *workspace = kWorkSize;
  return CUSOLVER_STATUS_SUCCESS;
}

// position: the host's.
template <class T, class Known>
Status zero_pivot(SparseCall& call, const std::shared_ptr<Known>& info, Real<T> tolerance,
                  int* position) {
  if (!info || !position || !info->template of_type<T>()) return call.invalid();
  *position = info->template of_type<T>()->singular(tolerance);
  return CUSOLVER_STATUS_SUCCESS;
}

// solve(plan, factors), once there are some without a pivot that is 0.
template <class T, class Known>
Status solve_by(SparseCall& call, int m, int n, const T* b, T* x,
                const std::shared_ptr<Known>& info) {
  if (!info || info->rows != m || info->columns != n || !b || !x) return call.invalid();
  const auto* const factors = info->template of_type<T>();
  if (!factors || factors->singular(0) >= 0) return call.invalid();
  call.reads_vector(b, m);
  call.writes_vector(x, n);
  return call.now({.operations = 100.0 * m}, [=] {
    factors->solve(*info->plan, b, x);
    return CUSOLVER_STATUS_SUCCESS;
  });
}

}  // namespace heddle::cusolver
