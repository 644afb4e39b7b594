// SPDX-License-Identifier: Apache-2.0
// The names that the functions of 64 bits had first: theirs without memory of the host.
#include <cstddef>

#include "cusolver/call.h"

HEDDLE_CUSOLVER cusolverDnPotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                           cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA,
                                           const void* A, int64_t lda, cudaDataType computeType,
                                           size_t* workspaceInBytes) {
  std::size_t host = 0;
  return cusolverDnXpotrf_bufferSize(handle, params, uplo, n, dataTypeA, A, lda, computeType,
                                     workspaceInBytes, &host);
}
HEDDLE_CUSOLVER cusolverDnPotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A,
                                int64_t lda, cudaDataType computeType, void* pBuffer,
                                size_t workspaceInBytes, int* info) {
  return cusolverDnXpotrf(handle, params, uplo, n, dataTypeA, A, lda, computeType, pBuffer,
                          workspaceInBytes, nullptr, 0, info);
}
HEDDLE_CUSOLVER cusolverDnPotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                                cudaDataType dataTypeA, const void* A, int64_t lda,
                                cudaDataType dataTypeB, void* B, int64_t ldb, int* info) {
  return cusolverDnXpotrs(handle, params, uplo, n, nrhs, dataTypeA, A, lda, dataTypeB, B, ldb,
                          info);
}
HEDDLE_CUSOLVER cusolverDnGeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                           int64_t m, int64_t n, cudaDataType dataTypeA,
                                           const void* A, int64_t lda, cudaDataType dataTypeTau,
                                           const void* tau, cudaDataType computeType,
                                           size_t* workspaceInBytes) {
  std::size_t host = 0;
  return cusolverDnXgeqrf_bufferSize(handle, params, m, n, dataTypeA, A, lda, dataTypeTau, tau,
                                     computeType, workspaceInBytes, &host);
}
HEDDLE_CUSOLVER cusolverDnGeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                int64_t n, cudaDataType dataTypeA, void* A, int64_t lda,
                                cudaDataType dataTypeTau, void* tau, cudaDataType computeType,
                                void* pBuffer, size_t workspaceInBytes, int* info) {
  return cusolverDnXgeqrf(handle, params, m, n, dataTypeA, A, lda, dataTypeTau, tau, computeType,
                          pBuffer, workspaceInBytes, nullptr, 0, info);
}
HEDDLE_CUSOLVER cusolverDnGetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                           int64_t m, int64_t n, cudaDataType dataTypeA,
                                           const void* A, int64_t lda, cudaDataType computeType,
                                           size_t* workspaceInBytes) {
  std::size_t host = 0;
  return cusolverDnXgetrf_bufferSize(handle, params, m, n, dataTypeA, A, lda, computeType,
                                     workspaceInBytes, &host);
}
HEDDLE_CUSOLVER cusolverDnGetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                int64_t n, cudaDataType dataTypeA, void* A, int64_t lda,
                                int64_t* ipiv, cudaDataType computeType, void* pBuffer,
                                size_t workspaceInBytes, int* info) {
  return cusolverDnXgetrf(handle, params, m, n, dataTypeA, A, lda, ipiv, computeType, pBuffer,
                          workspaceInBytes, nullptr, 0, info);
}
HEDDLE_CUSOLVER cusolverDnGetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                cublasOperation_t trans, int64_t n, int64_t nrhs,
                                cudaDataType dataTypeA, const void* A, int64_t lda,
                                const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb,
                                int* info) {
  return cusolverDnXgetrs(handle, params, trans, n, nrhs, dataTypeA, A, lda, ipiv, dataTypeB, B,
                          ldb, info);
}
HEDDLE_CUSOLVER cusolverDnSyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                           cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                           cudaDataType dataTypeA, const void* A, int64_t lda,
                                           cudaDataType dataTypeW, const void* W,
                                           cudaDataType computeType, size_t* workspaceInBytes) {
  std::size_t host = 0;
  return cusolverDnXsyevd_bufferSize(handle, params, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W,
                                     computeType, workspaceInBytes, &host);
}
HEDDLE_CUSOLVER cusolverDnSyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                                cudaDataType dataTypeA, void* A, int64_t lda,
                                cudaDataType dataTypeW, void* W, cudaDataType computeType,
                                void* pBuffer, size_t workspaceInBytes, int* info) {
  return cusolverDnXsyevd(handle, params, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W,
                          computeType, pBuffer, workspaceInBytes, nullptr, 0, info);
}
HEDDLE_CUSOLVER cusolverDnSyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                            cusolverEigMode_t jobz, cusolverEigRange_t range,
                                            cublasFillMode_t uplo, int64_t n,
                                            cudaDataType dataTypeA, const void* A, int64_t lda,
                                            void* vl, void* vu, int64_t il, int64_t iu,
                                            int64_t* h_meig, cudaDataType dataTypeW, const void* W,
                                            cudaDataType computeType, size_t* workspaceInBytes) {
  std::size_t host = 0;
  return cusolverDnXsyevdx_bufferSize(handle, params, jobz, range, uplo, n, dataTypeA, A, lda, vl,
                                      vu, il, iu, h_meig, dataTypeW, W, computeType,
                                      workspaceInBytes, &host);
}
HEDDLE_CUSOLVER cusolverDnSyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                 cusolverEigMode_t jobz, cusolverEigRange_t range,
                                 cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A,
                                 int64_t lda, void* vl, void* vu, int64_t il, int64_t iu,
                                 int64_t* meig64, cudaDataType dataTypeW, void* W,
                                 cudaDataType computeType, void* pBuffer, size_t workspaceInBytes,
                                 int* info) {
  return cusolverDnXsyevdx(handle, params, jobz, range, uplo, n, dataTypeA, A, lda, vl, vu, il, iu,
                           meig64, dataTypeW, W, computeType, pBuffer, workspaceInBytes, nullptr, 0,
                           info);
}
HEDDLE_CUSOLVER cusolverDnGesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                           signed char jobu, signed char jobvt, int64_t m,
                                           int64_t n, cudaDataType dataTypeA, const void* A,
                                           int64_t lda, cudaDataType dataTypeS, const void* S,
                                           cudaDataType dataTypeU, const void* U, int64_t ldu,
                                           cudaDataType dataTypeVT, const void* VT, int64_t ldvt,
                                           cudaDataType computeType, size_t* workspaceInBytes) {
  std::size_t host = 0;
  return cusolverDnXgesvd_bufferSize(handle, params, jobu, jobvt, m, n, dataTypeA, A, lda,
                                     dataTypeS, S, dataTypeU, U, ldu, dataTypeVT, VT, ldvt,
                                     computeType, workspaceInBytes, &host);
}
HEDDLE_CUSOLVER cusolverDnGesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                cudaDataType dataTypeA, void* A, int64_t lda,
                                cudaDataType dataTypeS, void* S, cudaDataType dataTypeU, void* U,
                                int64_t ldu, cudaDataType dataTypeVT, void* VT, int64_t ldvt,
                                cudaDataType computeType, void* pBuffer, size_t workspaceInBytes,
                                int* info) {
  return cusolverDnXgesvd(handle, params, jobu, jobvt, m, n, dataTypeA, A, lda, dataTypeS, S,
                          dataTypeU, U, ldu, dataTypeVT, VT, ldvt, computeType, pBuffer,
                          workspaceInBytes, nullptr, 0, info);
}
