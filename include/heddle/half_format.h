// SPDX-License-Identifier: Apache-2.0
// IEEE binary16 for heddle/narrow_float.h: 5 bits of exponent, 10 of mantissa. The device has the
// type; a host may not, and computes with integers.
#pragma once

#include "heddle/narrow_float.h"

namespace heddle_narrow {

struct half_format {
  enum : unsigned short { kInfinity = 0x7c00, kNan = 0x7fff, kOne = 0x3c00 };
  // Whether -fmad=true joins a product with __hadd_sat, as a GPU does it.
  enum : bool { kSaturatesJoined = true };
#ifdef __CUDA_ARCH__
  using number = _Float16;
#endif

  static __host__ __device__ __forceinline__ float widen(unsigned short h) {
#ifdef __CUDA_ARCH__
    return (float)bits<_Float16>(h);
#else
    // As the float whose exponent is 112 too small; a multiplication mends it, subnormals too.
    const unsigned int sign = (h & 0x8000u) << 16, magnitude = (h & 0x7fffu) << 13;
    const float scaled = bits<float>(magnitude) * 0x1p112f;
    const bool finite = (h & kInfinity) != kInfinity;
    const bool is_nan = !finite && (h & 0x3ff);
    const unsigned int result =
        finite ? bits<unsigned int>(scaled) : magnitude | 0x7f800000u | (is_nan ? 0x400000u : 0u);
    return bits<float>(result | sign);
#endif
  }

  static __host__ __device__ __forceinline__ unsigned short nearest(float x) {
#ifdef __CUDA_ARCH__
    return bits<unsigned short>((_Float16)x);
#else
    const unsigned int all = bits<unsigned int>(x), u = all & 0x7fffffffu;
    if (u > 0x7f800000u) return kNan;
    // From 2^-14 on the exponent is rebased; below, an addition of 0.5 puts the last bit of a
    // subnormal half in place. Rounding up may carry into the exponent, and to infinity.
    const unsigned int rounded = u >= 0x47800000u ? (unsigned int)kInfinity
                                 : u >= 0x38800000u
                                     ? (u - 0x38000000u + 0xfff + ((u >> 13) & 1)) >> 13
                                     : bits<unsigned int>(bits<float>(u) + 0.5f) - 0x3f000000u;
    return (unsigned short)(rounded | ((all >> 16) & 0x8000u));
#endif
  }

  static __host__ __device__ __forceinline__ unsigned short fma(unsigned short a, unsigned short b,
                                                                unsigned short c) {
#ifdef __CUDA_ARCH__
    return bits<unsigned short>(
        __builtin_elementwise_fma(bits<_Float16>(a), bits<_Float16>(b), bits<_Float16>(c)));
#else
    return fused<half_format>(widen(a), widen(b), widen(c));
#endif
  }
};

}  // namespace heddle_narrow
