// SPDX-License-Identifier: Apache-2.0
// cublasSetVector and its relatives: copies between host and device.
#include "cublas/call.h"

namespace heddle::cublas {
namespace {

// Blocking: in the default stream, as cudaMemcpy.
struct Where {
  bool async = false;
  cudaStream_t stream = nullptr;
};

Status copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
            std::size_t width, std::size_t height, cudaMemcpyKind kind, Where where) {
  const cudaError_t error =
      where.async
          ? cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, where.stream)
          : cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// Of a column of a matrix is its increment the leading dimension.
Status vector(i64 n, i64 size, const void* from, i64 from_inc, void* to, i64 to_inc,
              cudaMemcpyKind kind, Where where = {}) {
  if (n < 0 || size <= 0 || from_inc <= 0 || to_inc <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (n == 0) return CUBLAS_STATUS_SUCCESS;
  if (from_inc == 1 && to_inc == 1)
    return copy(to, n * size, from, n * size, n * size, 1, kind, where);
  return copy(to, to_inc * size, from, from_inc * size, size, n, kind, where);
}

Status matrix(i64 rows, i64 columns, i64 size, const void* from, i64 from_ld, void* to, i64 to_ld,
              cudaMemcpyKind kind, Where where = {}) {
  if (rows < 0 || columns < 0 || size <= 0 || from_ld < std::max<i64>(1, rows) ||
      to_ld < std::max<i64>(1, rows)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (rows == 0 || columns == 0) return CUBLAS_STATUS_SUCCESS;
  return copy(to, to_ld * size, from, from_ld * size, rows * size, columns, kind, where);
}

}  // namespace

#define HEDDLE_TRANSFERS(suffix, idx)                                                              \
  HEDDLE_CUBLAS cublasSetVector##suffix(idx n, idx size, const void* x, idx incx, void* to,        \
                                        idx incy) {                                                \
    return vector(n, size, x, incx, to, incy, cudaMemcpyHostToDevice);                             \
  }                                                                                                \
  HEDDLE_CUBLAS cublasGetVector##suffix(idx n, idx size, const void* x, idx incx, void* to,        \
                                        idx incy) {                                                \
    return vector(n, size, x, incx, to, incy, cudaMemcpyDeviceToHost);                             \
  }                                                                                                \
  HEDDLE_CUBLAS cublasSetVectorAsync##suffix(idx n, idx size, const void* x, idx incx, void* to,   \
                                             idx incy, cudaStream_t stream) {                      \
    return vector(n, size, x, incx, to, incy, cudaMemcpyHostToDevice, {true, stream});             \
  }                                                                                                \
  HEDDLE_CUBLAS cublasGetVectorAsync##suffix(idx n, idx size, const void* x, idx incx, void* to,   \
                                             idx incy, cudaStream_t stream) {                      \
    return vector(n, size, x, incx, to, incy, cudaMemcpyDeviceToHost, {true, stream});             \
  }                                                                                                \
  HEDDLE_CUBLAS cublasSetMatrix##suffix(idx rows, idx cols, idx size, const void* A, idx lda,      \
                                        void* B, idx ldb) {                                        \
    return matrix(rows, cols, size, A, lda, B, ldb, cudaMemcpyHostToDevice);                       \
  }                                                                                                \
  HEDDLE_CUBLAS cublasGetMatrix##suffix(idx rows, idx cols, idx size, const void* A, idx lda,      \
                                        void* B, idx ldb) {                                        \
    return matrix(rows, cols, size, A, lda, B, ldb, cudaMemcpyDeviceToHost);                       \
  }                                                                                                \
  HEDDLE_CUBLAS cublasSetMatrixAsync##suffix(idx rows, idx cols, idx size, const void* A, idx lda, \
                                             void* B, idx ldb, cudaStream_t stream) {              \
    return matrix(rows, cols, size, A, lda, B, ldb, cudaMemcpyHostToDevice, {true, stream});       \
  }                                                                                                \
  HEDDLE_CUBLAS cublasGetMatrixAsync##suffix(idx rows, idx cols, idx size, const void* A, idx lda, \
                                             void* B, idx ldb, cudaStream_t stream) {              \
    return matrix(rows, cols, size, A, lda, B, ldb, cudaMemcpyDeviceToHost, {true, stream});       \
  }
HEDDLE_TRANSFERS(, int)
HEDDLE_TRANSFERS(_64, int64_t)

}  // namespace heddle::cublas
