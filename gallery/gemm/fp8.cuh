// SPDX-License-Identifier: Apache-2.0
// FP8: numbers of four or five bits of exponent and three or two behind the leading one, which need
// a scale for each matrix. The tensor cores keep 13 bits of a sum of such products. So sums of a
// long k drift: with kPromoted the sums of 128 k are added as floats by the threads
// (multiply_promoting in warp_specialised.cuh), which takes registers and time.
#pragma once

#include "fused.cuh"

namespace gemm {

enum class Fp8Sums { kPromoted, kFast };

// What elements of A and of B count, in memory of the device; null: 1.
struct Fp8Scales {
  const float* a = nullptr;
  const float* b = nullptr;
};

struct Scaled : Plain {
  Fp8Scales scales;
  __host__ __device__ explicit Scaled(Fp8Scales s) : scales(s) {}
  __device__ float scale(float alpha) const {
    if (scales.a != nullptr) alpha *= __ldg(scales.a);
    if (scales.b != nullptr) alpha *= __ldg(scales.b);
    return alpha;
  }
};

}  // namespace gemm
