// SPDX-License-Identifier: Apache-2.0
#include <climits>
#include <cmath>

#include "cublas/call.h"
#include "cublas/xt.h"

namespace heddle::cublas {
namespace {

// NOLINTBEGIN(bugprone-macro-parentheses): types
#define HEDDLE_XT_TYPE(type, letter, op_type)                                                     \
  cublasStatus_t gemm(cublasHandle_t blas, cublasOperation_t transa, cublasOperation_t transb,    \
                      i64 m, i64 n, i64 k, const type* alpha, const type* a, i64 lda,             \
                      const type* b, i64 ldb, const type* beta, type* c, i64 ldc) {               \
    return cublas##letter##gemm_64(blas, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, \
                                   ldc);                                                          \
  }                                                                                               \
  cublasStatus_t symm(cublasHandle_t blas, cublasSideMode_t side, cublasFillMode_t uplo, i64 m,   \
                      i64 n, const type* alpha, const type* a, i64 lda, const type* b, i64 ldb,   \
                      const type* beta, type* c, i64 ldc) {                                       \
    return cublas##letter##symm_64(blas, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);  \
  }                                                                                               \
  constexpr cublasXtOpType_t op_type_of(const type*) {                                            \
    return op_type;                                                                               \
  }
HEDDLE_XT_TYPE(float, S, CUBLASXT_FLOAT)
HEDDLE_XT_TYPE(double, D, CUBLASXT_DOUBLE)
HEDDLE_XT_TYPE(cuComplex, C, CUBLASXT_COMPLEX)
HEDDLE_XT_TYPE(cuDoubleComplex, Z, CUBLASXT_DOUBLECOMPLEX)
#undef HEDDLE_XT_TYPE
// NOLINTEND(bugprone-macro-parentheses)

// As Fortran has it.
template <class T>
using GemmRoutine = void (*)(const char*, const char*, const int*, const int*, const int*, const T*,
                             const T*, const int*, const T*, const int*, const T*, T*, const int*);

char letter_of(cublasOperation_t trans) {
  return trans == CUBLAS_OP_N ? 'N' : trans == CUBLAS_OP_T ? 'T' : 'C';
}

}  // namespace

template <class T>
cublasStatus_t xt_gemm(XtHandle& handle, cublasOperation_t transa, cublasOperation_t transb,
                       size_t m, size_t n, size_t k, const T* alpha, const T* a, size_t lda,
                       const T* b, size_t ldb, const T* beta, T* c, size_t ldc) {
  const CpuPart& part = handle.cpu[CUBLASXT_GEMM][op_type_of(alpha)];
  size_t rest = 0;
  if (part.routine && std::max({m, n, k, lda, ldb, ldc}) <= INT_MAX)
    rest = static_cast<size_t>(std::lround(part.ratio * static_cast<double>(n)));
  const size_t first = n - rest;
  const cublasStatus_t status =
      gemm(handle.blas, transa, transb, m, first, k, alpha, a, lda, b, ldb, beta, c, ldc);
  if (status || rest == 0 || m == 0) return status;
  // At the same time as the rest, as they share no column of C.
  const char ta = letter_of(transa), tb = letter_of(transb);
  const int rows = static_cast<int>(m), columns = static_cast<int>(rest),
            inner = static_cast<int>(k);
  const int ia = static_cast<int>(lda), ib = static_cast<int>(ldb), ic = static_cast<int>(ldc);
  reinterpret_cast<GemmRoutine<T>>(part.routine)(
      &ta, &tb, &rows, &columns, &inner, alpha, a, &ia,
      transb == CUBLAS_OP_N ? b + first * ldb : b + first, &ib, beta, c + first * ldc, &ic);
  return CUBLAS_STATUS_SUCCESS;
}

template <class T>
cublasStatus_t xt_spmm(XtHandle& handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m,
                       size_t n, const T* alpha, const T* packed, const T* b, size_t ldb,
                       const T* beta, T* c, size_t ldc) {
  if (!packed || (side != CUBLAS_SIDE_LEFT && side != CUBLAS_SIDE_RIGHT) ||
      (uplo != CUBLAS_FILL_MODE_LOWER && uplo != CUBLAS_FILL_MODE_UPPER))
    return CUBLAS_STATUS_INVALID_VALUE;
  const size_t order = side == CUBLAS_SIDE_LEFT ? m : n;
  if (order > INT_MAX) return CUBLAS_STATUS_INVALID_VALUE;
  std::vector<T> full(order * order);
  for (size_t j = 0; j < order; ++j) {
    const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
    for (size_t i = lower ? j : 0; i < (lower ? order : j + 1); ++i)
      full[j * order + i] = *packed++;
  }
  const cublasStatus_t status = symm(handle.blas, side, uplo, m, n, alpha, full.data(),
                                     std::max<size_t>(1, order), b, ldb, beta, c, ldc);
  const cudaError_t ended = cudaStreamSynchronize(nullptr);  // as `full` ends here
  return status ? status : Library::status_of(ended);
}

#define HEDDLE_XT_PRODUCTS(T)                                                                      \
  template cublasStatus_t xt_gemm<T>(XtHandle&, cublasOperation_t, cublasOperation_t, size_t,      \
                                     size_t, size_t, const T*, const T*, size_t, const T*, size_t, \
                                     const T*, T*, size_t);                                        \
  template cublasStatus_t xt_spmm<T>(XtHandle&, cublasSideMode_t, cublasFillMode_t, size_t,        \
                                     size_t, const T*, const T*, const T*, size_t, const T*, T*,   \
                                     size_t);
HEDDLE_XT_PRODUCTS(float)
HEDDLE_XT_PRODUCTS(double)
HEDDLE_XT_PRODUCTS(cuComplex)
HEDDLE_XT_PRODUCTS(cuDoubleComplex)
#undef HEDDLE_XT_PRODUCTS

}  // namespace heddle::cublas
