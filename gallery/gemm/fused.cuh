// SPDX-License-Identifier: Apache-2.0
// What happens to a sum on its way out, while it is still in a register: nothing, or a bias for its
// column and GELU (tanh form). Fused, it costs no pass over C.
#pragma once

#include <cuda_runtime.h>

namespace gemm {

// What a step's store calls: columns() once for two neighbours, then the operator for each sum.
struct Plain {
  __device__ float2 columns(int, int) const { return make_float2(0.0f, 0.0f); }
  __device__ float operator()(float sum, float) const { return sum; }
};

// tanh.approx: relative error 2^-11, below the 2^-9 of a bfloat16.
__device__ __forceinline__ float gelu(float x) {
  float t;
  asm("tanh.approx.f32 %0, %1;" : "=f"(t) : "f"(0.7978845608f * (x + 0.044715f * x * x * x)));
  return 0.5f * x * (1.0f + t);
}

struct BiasGelu {
  const float* bias;
  __device__ float2 columns(int column, int n) const {
    return make_float2(__ldg(bias + min(column, n - 1)), __ldg(bias + min(column + 1, n - 1)));
  }
  __device__ float operator()(float sum, float column) const { return gelu(sum + column); }
};

}  // namespace gemm
