// SPDX-License-Identifier: Apache-2.0
// Products of matrices, one or a batch, of any types: the same work for cublasSgemm, cublasGemmEx
// and their batched forms.
#pragma once

#include "cublas/indices.h"
#include "cublas/letters.h"
#include "cublas/mixed.h"

namespace heddle::cublas {

struct GemmShape {
  cublasOperation_t transa, transb;
  i64 m, n, k, lda, ldb, ldc, count = 1;
};

// Where the matrices of a batch are: a list of addresses in memory of the device, or a distance in
// numbers.
struct Batch {
  const void* first = nullptr;
  const void* const* list = nullptr;
  i64 stride = 0;
  const void* at(i64 i, std::size_t size) const {
    return list ? list[i]
                : static_cast<const std::byte*>(first) + i * stride * static_cast<i64>(size);
  }
  bool missing() const { return !first && !list; }
};

// A scalar where it is when the work runs.
struct LateScalar {
  cudaDataType type;
  const void* device = nullptr;
  AnyScalar value;
  LateScalar(const Call& call, cudaDataType of, const void* at) : type(of) {
    if (call.on_device())
      device = at;
    else
      value = read_scalar(of, at);
  }
  AnyScalar operator()() const { return device ? read_scalar(type, device) : value; }
};

// Whether sizes and leading dimensions are as documented.
bool is_valid(const GemmShape& shape);

Status gemm_of(Call& call, const MixedProduct& types, const GemmShape& shape, const void* alpha,
               const Batch& a, const Batch& b, const void* beta, const Batch& c);

// The groups' numbers are in host memory, and so are their scalars where the pointer mode says so;
// the lists of matrices are the device's.
struct GemmGroups {
  const cublasOperation_t *transa, *transb;
  Indices m, n, k, lda, ldb, ldc, sizes;
};
Status grouped_gemm(Call& call, const MixedProduct& types, const GemmGroups& groups, i64 count,
                    const void* alpha, const void* const* a, const void* const* b, const void* beta,
                    const void* const* c);

// What functions with a type in their name compute: Half with sums of float, float as the math mode
// says.
template <class T>
MixedProduct product_of_type(const Call& call) {
  if constexpr (std::is_same_v<T, Half>) {
    return {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_16F};
  } else {
    constexpr cudaDataType kTypes[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};
    constexpr cudaDataType type = std::is_same_v<T, float>     ? kTypes[0]
                                  : std::is_same_v<T, double>  ? kTypes[1]
                                  : std::is_same_v<T, Complex> ? kTypes[2]
                                                               : kTypes[3];
    const int mode = call.handle().math & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
    const bool rounds = mode == CUBLAS_TF32_TENSOR_OP_MATH && std::is_same_v<Real<T>, float>;
    return {type, type, type, type, type, rounds ? Rounding::kTf32 : Rounding::kNone};
  }
}

}  // namespace heddle::cublas
