// SPDX-License-Identifier: Apache-2.0
// Products of 8-bit floating point (cuBLAS documentation, "Narrow Precision Data Types Usage", one
// scale a matrix):
//
//   T = epilogue(alpha scale_a scale_b op(A) op(B) + beta C),  D = scale_d T,  amax_d = max |T|
//
// and likewise an auxiliary matrix. Sums are floats; what is beyond the largest number becomes
// that.
#pragma once

#include "cublas/call.h"
#include "cublas/lt.h"
#include "cublas/mixed.h"

namespace heddle::cublas {

inline bool is_fp8(std::int32_t type) {
  return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

// None: not among the documented types.
std::optional<MixedProduct> fp8_product(cudaDataType a, cudaDataType b, cudaDataType c,
                                        cudaDataType d, cublasComputeType_t compute);

// Null: it is as documented, for a GPU with tensor cores of this generation. Otherwise what is not
// supported.
const char* fp8_refusal(const MatmulDescription& desc, const Layout& a, const Layout& b,
                        const Layout& c, const Layout& d);

// Scales are in memory of the device; none is 1.
struct Fp8Scales {
  const float *a = nullptr, *b = nullptr;
  float operands() const { return (a ? *a : 1.0f) * (b ? *b : 1.0f); }
};

}  // namespace heddle::cublas
