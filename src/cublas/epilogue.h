// SPDX-License-Identifier: Apache-2.0
// What cublasLt does to each number of a product before it is stored (cublasLtEpilogue_t).
#pragma once

#include "cublas/lt.h"
#include "cublas/lt_sums.h"

namespace heddle::cublas {

struct Epilogue {
  bool bias = false, relu = false, gelu = false, aux = false, derivative = false;
  // The result is computed with its rows and columns exchanged.
  bool exchanged = false;
  const void* bias_at = nullptr;
  cudaDataType bias_type = CUDA_R_32F, aux_type = CUDA_R_32F;
  i64 bias_stride = 0, aux_ld = 0, aux_stride = 0;
  void* aux_at = nullptr;
  // Gradients of the bias, which go where a bias would be: of the result's rows, or of an operand.
  bool row_sums = false, sums_of_a = false, sums_of_b = false;
  // Of 8-bit floating point.
  const float *scale = nullptr, *aux_scale = nullptr;
  float *largest = nullptr, *largest_aux = nullptr;

  bool changes_numbers() const { return bias || relu || gelu || scale || tells(); }
  bool sums_operand() const { return sums_of_a || sums_of_b; }
  bool tells() const { return row_sums || largest || largest_aux; }
  bool is_default() const { return !changes_numbers() && !sums_operand(); }
};

// Of the matrix `batch`, for mixed_tile().
struct EpilogueOf {
  const Epilogue& epilogue;
  i64 batch;
  TileSums* told;  // where the epilogue tells something
};
void apply_epilogue(const void* what, const Sums& sums);

}  // namespace heddle::cublas
