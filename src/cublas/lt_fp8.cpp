// SPDX-License-Identifier: Apache-2.0
#include "cublas/lt_fp8.h"

namespace heddle::cublas {

std::optional<MixedProduct> fp8_product(cudaDataType a, cudaDataType b, cudaDataType c,
                                        cudaDataType d, cublasComputeType_t compute) {
  if (!is_fp8(a) || !is_fp8(b) || (a == CUDA_R_8F_E5M2 && b == CUDA_R_8F_E5M2)) return {};
  if (compute != CUBLAS_COMPUTE_32F) return {};
  if (is_fp8(d)) {
    // Of the wider range only where an operand has it.
    if (c != CUDA_R_16F && c != CUDA_R_16BF) return {};
    if (d == CUDA_R_8F_E5M2 && a == b) return {};
  } else if (c != d || (d != CUDA_R_32F && d != CUDA_R_16F && d != CUDA_R_16BF)) {
    return {};
  }
  return MixedProduct{a, b, d, CUDA_R_32F, CUDA_R_32F, Rounding::kNone, c};
}

const char* fp8_refusal(const MatmulDescription& desc, const Layout& a, const Layout& b,
                        const Layout& c, const Layout& d) {
  if (desc.transa != CUBLAS_OP_T || desc.transb != CUBLAS_OP_N)
    return "with 8-bit floating point but A transposed and B as it is";
  const auto is_aligned = [](const Layout& x) {
    return x.ld * static_cast<i64>(size_of(static_cast<cudaDataType>(x.type))) % 16 == 0;
  };
  if (!is_aligned(a) || !is_aligned(b) || !is_aligned(c) || !is_aligned(d) || a.rows % 16 != 0 ||
      a.columns % 16 != 0)
    return "with 8-bit floating point and sizes that are no multiples of 16 bytes";
  if (desc.c_scale || (desc.d_scale && !is_fp8(d.type)))
    return "with the scale of a matrix that is no 8-bit floating point";
  const std::int32_t aux = desc.aux_type == kNoType ? d.type : desc.aux_type;
  if ((desc.aux_scale || desc.aux_amax) && !is_fp8(aux))
    return "with the scale of an auxiliary matrix that is no 8-bit floating point";
  return nullptr;
}

}  // namespace heddle::cublas
