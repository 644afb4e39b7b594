// SPDX-License-Identifier: Apache-2.0
// bfloat16 for heddle/narrow_float.h: the upper half of a float.
#pragma once

#include "heddle/narrow_float.h"

namespace heddle_narrow {

struct bfloat16_format {
  enum : unsigned short { kInfinity = 0x7f80, kNan = 0x7fff, kOne = 0x3f80 };
  // Whether -fmad=true joins a product with __hadd_sat, as a GPU does it.
  enum : bool { kSaturatesJoined = false };
#ifdef __CUDA_ARCH__
  using number = __bf16;
#endif

  static __host__ __device__ __forceinline__ float widen(unsigned short h) {
    return bits<float>((unsigned int)h << 16);
  }

  static __host__ __device__ __forceinline__ unsigned short nearest(float x) {
#ifdef __CUDA_ARCH__
    return bits<unsigned short>((__bf16)x);
#else
    const unsigned int u = bits<unsigned int>(x);
    return x == x ? (unsigned short)((u + 0x7fff + ((u >> 16) & 1)) >> 16) : (unsigned short)kNan;
#endif
  }

  static __host__ __device__ __forceinline__ unsigned short fma(unsigned short a, unsigned short b,
                                                                unsigned short c) {
#ifdef __CUDA_ARCH__
    return bits<unsigned short>(
        __builtin_elementwise_fma(bits<__bf16>(a), bits<__bf16>(b), bits<__bf16>(c)));
#else
    return fused<bfloat16_format>(widen(a), widen(b), widen(c));
#endif
  }
};

}  // namespace heddle_narrow
