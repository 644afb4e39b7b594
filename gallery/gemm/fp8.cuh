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

class Scaled : public Plain {
 public:
  __host__ __device__ explicit Scaled(Fp8Scales scales) : scales_(scales) {}
  // Asked for at the end, the scales cost 1% of random sizes' products in the mean.
  __device__ __forceinline__ void begin() {
    a_ = read(scales_.a), b_ = read(scales_.b), has_begun_ = true;
  }
  __device__ __forceinline__ float scale(float alpha) const {
    return has_begun_ ? alpha * a_ * b_ : alpha * read(scales_.a) * read(scales_.b);
  }

 private:
  // volatile: the compiler would move it to where it is used.
  static __device__ __forceinline__ float read(const float* scale) {
    float value = 1.0f;
    if (scale != nullptr) asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(scale));
    return value;
  }

  Fp8Scales scales_;
  float a_ = 1, b_ = 1;
  bool has_begun_ = false;
};

}  // namespace gemm
