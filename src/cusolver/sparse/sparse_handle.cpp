// SPDX-License-Identifier: Apache-2.0
// Handles of cusolverSp, and what keeps a factorisation between its steps.
#include "cusolver/sparse/infos.h"
#include "cusolver/sparse/sparse_call.h"
#include "cusolverSp_LOWLEVEL_PREVIEW.h"

namespace heddle::cusolver {
Status take_matrix(int rows, int columns, int numbers, cusparseMatDescr_t descr, const int* offsets,
                   const int* indices, sparse::Csr* out) {
  if (rows <= 0 || columns <= 0 || numbers <= 0 || !descr || !offsets || !indices)
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (cusparseGetMatType(descr) != CUSPARSE_MATRIX_TYPE_GENERAL)
    return CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  const int base = cusparseGetMatIndexBase(descr) == CUSPARSE_INDEX_BASE_ONE ? 1 : 0;
  *out = {rows, columns, base, numbers, offsets, nullptr, indices};
  return CUSOLVER_STATUS_SUCCESS;
}

HEDDLE_CUSOLVER cusolverSpCreate(cusolverSpHandle_t* out) {
  if (cudaFree(nullptr) != cudaSuccess) return CUSOLVER_STATUS_NOT_INITIALIZED;
  return create_object<SparseHandle>(out);
}
HEDDLE_CUSOLVER cusolverSpDestroy(cusolverSpHandle_t handle) {
  return destroy_object<SparseHandle>(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
}
HEDDLE_CUSOLVER cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream) {
  const auto known = find_object<SparseHandle>(handle);
  if (!known) return CUSOLVER_STATUS_NOT_INITIALIZED;
  known->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_CUSOLVER cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* stream) {
  const auto known = find_object<SparseHandle>(handle);
  if (!known) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!stream) return CUSOLVER_STATUS_INVALID_VALUE;
  *stream = known->stream;
  return CUSOLVER_STATUS_SUCCESS;
}

HEDDLE_CUSOLVER cusolverSpCreateCsrqrInfo(csrqrInfo_t* info) {
  return create_object<QrInfo>(info);
}
HEDDLE_CUSOLVER cusolverSpDestroyCsrqrInfo(csrqrInfo_t info) {
  return destroy_object<QrInfo>(info, CUSOLVER_STATUS_INVALID_VALUE);
}
HEDDLE_CUSOLVER cusolverSpCreateCsrqrInfoHost(csrqrInfoHost_t* info) {
  return create_object<QrInfo>(info);
}
HEDDLE_CUSOLVER cusolverSpDestroyCsrqrInfoHost(csrqrInfoHost_t info) {
  return destroy_object<QrInfo>(info, CUSOLVER_STATUS_INVALID_VALUE);
}
HEDDLE_CUSOLVER cusolverSpCreateCsrcholInfo(csrcholInfo_t* info) {
  return create_object<CholeskyInfo>(info);
}
HEDDLE_CUSOLVER cusolverSpDestroyCsrcholInfo(csrcholInfo_t info) {
  return destroy_object<CholeskyInfo>(info, CUSOLVER_STATUS_INVALID_VALUE);
}
HEDDLE_CUSOLVER cusolverSpCreateCsrcholInfoHost(csrcholInfoHost_t* info) {
  return create_object<CholeskyInfo>(info);
}
HEDDLE_CUSOLVER cusolverSpDestroyCsrcholInfoHost(csrcholInfoHost_t info) {
  return destroy_object<CholeskyInfo>(info, CUSOLVER_STATUS_INVALID_VALUE);
}
HEDDLE_CUSOLVER cusolverSpCreateCsrluInfoHost(csrluInfoHost_t* info) {
  return create_object<LuInfo>(info);
}
HEDDLE_CUSOLVER cusolverSpDestroyCsrluInfoHost(csrluInfoHost_t info) {
  return destroy_object<LuInfo>(info, CUSOLVER_STATUS_INVALID_VALUE);
}

}  // namespace heddle::cusolver
