// SPDX-License-Identifier: Apache-2.0
// What cublasLt does to each number of a product before it is stored (cublasLtEpilogue_t).
#pragma once

#include "cublas/lt.h"
#include "cublas/mixed.h"

namespace heddle::cublas {

struct Epilogue {
  bool bias = false, relu = false, gelu = false, aux = false, derivative = false;
  // The result is computed with its rows and columns exchanged.
  bool exchanged = false;
  const void* bias_at = nullptr;
  cudaDataType bias_type = CUDA_R_32F, aux_type = CUDA_R_32F;
  i64 bias_stride = 0, aux_ld = 0, aux_stride = 0;
  void* aux_at = nullptr;

  bool is_default() const { return !bias && !relu && !gelu; }
};

// Of the matrix `batch`, for mixed_tile().
struct EpilogueOf {
  const Epilogue& epilogue;
  i64 batch;
};
void apply_epilogue(const void* what, const Sums& sums);

}  // namespace heddle::cublas
