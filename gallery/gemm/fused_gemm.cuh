// SPDX-License-Identifier: Apache-2.0
// The front functions of bf16 with a fused epilogue (epilogue.h): any size, order, alignment, any
// view of a larger matrix, as without.
#pragma once

#include "epilogue.h"
#include "tensor_gemm.cuh"

namespace gemm {

template <Activation ACTIVATION, class Out>
cudaError_t gemm_fused(const Problem<bf16, Out>& problem, const Epilogue<Out>& epilogue,
                       float* workspace, size_t room, cudaStream_t stream) {
  Problem<bf16, Out> p = problem;
  if (const cudaError_t error = take_epilogue(&p, epilogue); error != cudaSuccess) return error;
  const Fused<ACTIVATION> finish(epilogue.bias, Plain{});
  return Bf16Plan<Out>(p, workspace, room).run(stream, finish);
}

// GELU(alpha A B + beta C + bias)
template <class Out>
cudaError_t gemm_bias_gelu(const Problem<bf16, Out>& p, const float* bias, float* workspace,
                           size_t room, cudaStream_t stream) {
  return gemm_fused<Activation::kGelu, Out>(p, {bias, {}}, workspace, room, stream);
}

}  // namespace gemm
