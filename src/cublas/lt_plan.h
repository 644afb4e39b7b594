// SPDX-License-Identifier: Apache-2.0
// What a description and four layouts ask of cublasLtMatmul, and whether that can be computed
// (cuBLAS documentation, "cublasLtMatmul").
#pragma once

#include "cublas/epilogue.h"
#include "cublas/gemm.h"
#include "cublas/lt.h"
#include "cublas/lt_fp8.h"

namespace heddle::cublas {

// What is to be computed, as if all matrices lay in columns.
struct Plan {
  MixedProduct types;
  i64 m, n, k, batches;
  Layout a, b, c, d;
  char opa, opb;
  bool exchanged = false;  // D' = op(B)' op(A)'
  Epilogue epilogue;
  Fp8Scales scales;
};

// None: not among the types of matrices that can be multiplied.
std::optional<MixedProduct> matmul_types(cudaDataType a, cudaDataType b, cudaDataType c,
                                         cudaDataType d, cublasComputeType_t compute);

// Fills `plan`, or answers why not.
Status plan_of(Call& call, const MatmulDescription* desc, const Layout* a, const Layout* b,
               const Layout* c, const Layout* d, Plan& plan);

}  // namespace heddle::cublas
