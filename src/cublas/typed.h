// SPDX-License-Identifier: Apache-2.0
// Functions whose types are arguments (cuBLAS documentation, "cuBLAS-like Extension").
#pragma once

#include "cublas/level2.h"
#include "cublas/level3.h"
#include "cublas/strided.h"

namespace heddle::cublas {

inline bool is_algorithm(cublasGemmAlgo_t algorithm) {
  return (algorithm >= CUBLAS_GEMM_DEFAULT && algorithm <= CUBLAS_GEMM_ALGO23) ||
         (algorithm >= CUBLAS_GEMM_DEFAULT_TENSOR_OP && algorithm <= CUBLAS_GEMM_ALGO15_TENSOR_OP);
}

inline Status gemm_ex(Call& call, const GemmShape& shape, const void* alpha, const Batch& a,
                      cudaDataType type_a, const Batch& b, cudaDataType type_b, const void* beta,
                      const Batch& c, cudaDataType type_c, cublasComputeType_t compute,
                      cublasGemmAlgo_t algorithm) {
  // As an H200 answers; of the factors' types it says that they do not go together.
  const bool is_type = type_c >= CUDA_R_32F && type_c <= CUDA_R_8F_E5M2;
  if (!is_algorithm(algorithm) || !is_type) return call.invalid();
  const auto types = product_of(type_a, type_b, type_c, compute);
  if (!types) return call.not_supported("with these types");
  return gemm_of(call, *types, shape, alpha, a, b, beta, c);
}

inline Status gemmEx(Call& call, cublasOperation_t transa, cublasOperation_t transb, i64 m, i64 n,
                     i64 k, const void* alpha, const void* a, cudaDataType type_a, i64 lda,
                     const void* b, cudaDataType type_b, i64 ldb, const void* beta, void* c,
                     cudaDataType type_c, i64 ldc, cublasComputeType_t compute,
                     cublasGemmAlgo_t algorithm) {
  return gemm_ex(call, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, {a}, type_a, {b}, type_b,
                 beta, {c}, type_c, compute, algorithm);
}

inline Status gemmBatchedEx(Call& call, cublasOperation_t transa, cublasOperation_t transb, i64 m,
                            i64 n, i64 k, const void* alpha, const void* const* a,
                            cudaDataType type_a, i64 lda, const void* const* b, cudaDataType type_b,
                            i64 ldb, const void* beta, void* const* c, cudaDataType type_c, i64 ldc,
                            i64 count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
  return gemm_ex(call, {transa, transb, m, n, k, lda, ldb, ldc, count}, alpha, {nullptr, a}, type_a,
                 {nullptr, b}, type_b, beta, {nullptr, c}, type_c, compute, algorithm);
}

inline Status gemmStridedBatchedEx(Call& call, cublasOperation_t transa, cublasOperation_t transb,
                                   i64 m, i64 n, i64 k, const void* alpha, const void* a,
                                   cudaDataType type_a, i64 lda, i64 stride_a, const void* b,
                                   cudaDataType type_b, i64 ldb, i64 stride_b, const void* beta,
                                   void* c, cudaDataType type_c, i64 ldc, i64 stride_c, i64 count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t algorithm) {
  return gemm_ex(call, {transa, transb, m, n, k, lda, ldb, ldc, count}, alpha,
                 {a, nullptr, stride_a}, type_a, {b, nullptr, stride_b}, type_b, beta,
                 {c, nullptr, stride_c}, type_c, compute, algorithm);
}

// alpha and beta are float or complex, the matrices of any types that cublasGemmEx sums as those.
template <class S>
Status typed_gemm(Call& call, cublasOperation_t transa, cublasOperation_t transb, i64 m, i64 n,
                  i64 k, const S* alpha, const void* a, cudaDataType type_a, i64 lda, const void* b,
                  cudaDataType type_b, i64 ldb, const S* beta, void* c, cudaDataType type_c,
                  i64 ldc) {
  const auto types = product_of(type_a, type_b, type_c, CUBLAS_COMPUTE_32F);
  const cudaDataType scale = is_complex<S> ? CUDA_C_32F : CUDA_R_32F;
  if (!types || types->scale != scale) return call.not_supported("with these types");
  return gemm_of(call, *types, {transa, transb, m, n, k, lda, ldb, ldc}, alpha, {a}, {b}, beta,
                 {c});
}

// Of complex numbers of 32-bit parts; those of 8-bit ones are refused.
inline Status typed_syrk(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, i64 n, i64 k,
                         const Complex* alpha, const void* a, cudaDataType type_a, i64 lda,
                         const Complex* beta, void* c, cudaDataType type_c, i64 ldc) {
  if (type_a != CUDA_C_32F || type_c != CUDA_C_32F) return call.not_supported("with these types");
  return syrk<Complex>(call, uplo, trans, n, k, alpha, static_cast<const Complex*>(a), lda, beta,
                       static_cast<Complex*>(c), ldc);
}
inline Status typed_herk(Call& call, cublasFillMode_t uplo, cublasOperation_t trans, i64 n, i64 k,
                         const float* alpha, const void* a, cudaDataType type_a, i64 lda,
                         const float* beta, void* c, cudaDataType type_c, i64 ldc) {
  if (type_a != CUDA_C_32F || type_c != CUDA_C_32F) return call.not_supported("with these types");
  return herk<Complex>(call, uplo, trans, n, k, alpha, static_cast<const Complex*>(a), lda, beta,
                       static_cast<Complex*>(c), ldc);
}

inline Status gemmGroupedBatchedEx(Call& call, const cublasOperation_t* transa,
                                   const cublasOperation_t* transb, Indices m, Indices n, Indices k,
                                   const void* alpha, const void* const* a, cudaDataType type_a,
                                   Indices lda, const void* const* b, cudaDataType type_b,
                                   Indices ldb, const void* beta, void* const* c,
                                   cudaDataType type_c, Indices ldc, i64 groups, Indices sizes,
                                   cublasComputeType_t compute) {
  const auto types = product_of(type_a, type_b, type_c, compute);
  if (!types) return call.not_supported("with these types");
  return grouped_gemm(call, *types, {transa, transb, m, n, k, lda, ldb, ldc, sizes}, groups, alpha,
                      a, b, beta, c);
}

// A vector as a matrix of one row: y' = alpha x' op(A)' + beta y'.
template <class A, class Y>
constexpr MixedProduct narrow_types() {
  const cudaDataType type = std::is_same_v<A, Half> ? CUDA_R_16F : CUDA_R_16BF;
  return {type, type, std::is_same_v<Y, float> ? CUDA_R_32F : type, CUDA_R_32F, CUDA_R_32F};
}
template <class A, class Y, class Matrices, class Xs, class Ys>
Status narrow_gemv(Call& call, cublasOperation_t trans, i64 m, i64 n, const float* alpha, i64 lda,
                   i64 incx, const float* beta, i64 incy, i64 count, Matrices matrix, Xs x, Ys y) {
  const Cost cost{2.0 * double(m) * double(n) * double(count),
                  2.0 * double(m) * double(n) * double(count)};
  const auto run = [&](char op, i64 in, i64 out, const auto& factor, const auto& old) {
    return call.ranges(count, cost, 1, [=](i64 begin, i64 end) {
      for (i64 i = begin; i < end; ++i) {
        Y* const to = first_of(y(i), incy, out);
        mixed_tile(narrow_types<A, Y>(), {0, 1, 0, out}, in, {factor()},
                   {first_of(x(i), incx, in), incx, 'N'}, {matrix(i), lda, op == 'N' ? 'T' : 'N'},
                   {old()}, {to, incy}, to, incy);
      }
    });
  };
  return vector_products(call, trans, m, n, alpha, lda, incx, beta, incy, count, matrix, x, y, run);
}
template <class A, class Y>
Status narrow_gemv_batched(Call& call, cublasOperation_t trans, i64 m, i64 n, const float* alpha,
                           const A* const* a, i64 lda, const A* const* x, i64 incx,
                           const float* beta, Y* const* y, i64 incy, i64 count) {
  return narrow_gemv<A, Y>(
      call, trans, m, n, alpha, lda, incx, beta, incy, count, [=](i64 i) { return a[i]; },
      [=](i64 i) { return x[i]; }, [=](i64 i) { return y[i]; });
}
template <class A, class Y>
Status narrow_gemv_strided(Call& call, cublasOperation_t trans, i64 m, i64 n, const float* alpha,
                           const A* a, i64 lda, i64 stride_a, const A* x, i64 incx, i64 stride_x,
                           const float* beta, Y* y, i64 incy, i64 stride_y, i64 count) {
  return narrow_gemv<A, Y>(
      call, trans, m, n, alpha, lda, incx, beta, incy, count,
      [=](i64 i) { return a + i * stride_a; }, [=](i64 i) { return x + i * stride_x; },
      [=](i64 i) { return y + i * stride_y; });
}

}  // namespace heddle::cublas
