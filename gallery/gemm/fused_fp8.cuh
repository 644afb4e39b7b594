// SPDX-License-Identifier: Apache-2.0
// The front function of FP8 with a fused epilogue (epilogue.h), of one format or two. The scales
// are the operands'; bias and residual count what they are.
#pragma once

#include "byte_gemm.cuh"
#include "epilogue.h"

namespace gemm {

template <Activation ACTIVATION, class In, class Out>
cudaError_t gemm_fp8_fused(const Problem<In, Out>& problem, Fp8Scales scales, Fp8Sums sums,
                           const Epilogue<Out>& epilogue, float* workspace, size_t room,
                           cudaStream_t stream) {
  Problem<In, Out> p = problem;
  if (const cudaError_t error = take_epilogue(&p, epilogue); error != cudaSuccess) return error;
  const Fused<ACTIVATION, Scaled> finish(epilogue.bias, Scaled(scales));
  return gemm_fp8_bytes(p, finish, sums, workspace, room, stream);
}

}  // namespace gemm
