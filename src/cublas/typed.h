// SPDX-License-Identifier: Apache-2.0
// Functions whose types are arguments (cuBLAS documentation, "cuBLAS-like Extension").
#pragma once

#include "cublas/gemm.h"

namespace heddle::cublas {

inline bool is_algorithm(cublasGemmAlgo_t algorithm) {
  return (algorithm >= CUBLAS_GEMM_DEFAULT && algorithm <= CUBLAS_GEMM_ALGO23) ||
         (algorithm >= CUBLAS_GEMM_DEFAULT_TENSOR_OP && algorithm <= CUBLAS_GEMM_ALGO15_TENSOR_OP);
}

inline Status gemm_ex(Call& call, const GemmShape& shape, const void* alpha, const Batch& a,
                      cudaDataType type_a, const Batch& b, cudaDataType type_b, const void* beta,
                      const Batch& c, cudaDataType type_c, cublasComputeType_t compute,
                      cublasGemmAlgo_t algorithm) {
  if (!is_algorithm(algorithm)) return call.invalid();
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

}  // namespace heddle::cublas
