// SPDX-License-Identifier: Apache-2.0
// What the first interface has beside its functions of levels 1 to 3, which are made of api.txt.
#include "cublas/legacy.h"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>

namespace heddle::cublas {

LegacyState& legacy_state() {
  static LegacyState state;
  return state;
}

HEDDLE_CUBLAS_LEGACY cublasStatus_t cublasInit() {
  LegacyState& known = legacy_state();
  return known.blas ? CUBLAS_STATUS_SUCCESS : cublasCreate_v2(&known.blas);
}
HEDDLE_CUBLAS_LEGACY cublasStatus_t cublasShutdown() {
  LegacyState& known = legacy_state();
  if (!known.blas) return CUBLAS_STATUS_NOT_INITIALIZED;
  return cublasDestroy_v2(std::exchange(known, {}).blas);
}
HEDDLE_CUBLAS_LEGACY cublasStatus_t cublasGetError() {
  return std::exchange(legacy_state().failed, CUBLAS_STATUS_SUCCESS);
}
HEDDLE_CUBLAS_LEGACY cublasStatus_t cublasGetVersion(int* version) {
  return cublasGetVersion_v2(legacy_state().blas, version);
}
HEDDLE_CUBLAS_LEGACY cublasStatus_t cublasAlloc(int n, int size, void** out) {
  if (!legacy_state().blas) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (n <= 0 || size <= 0 || !out) return CUBLAS_STATUS_INVALID_VALUE;
  const std::size_t bytes = static_cast<std::size_t>(n) * static_cast<std::size_t>(size);
  return cudaMalloc(out, bytes) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
HEDDLE_CUBLAS_LEGACY cublasStatus_t cublasFree(void* pointer) {
  if (!legacy_state().blas) return CUBLAS_STATUS_NOT_INITIALIZED;
  return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
HEDDLE_CUBLAS_LEGACY cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream_v2(legacy_state().blas, stream);
}

}  // namespace heddle::cublas
