// SPDX-License-Identifier: Apache-2.0
// The two 8-bit formats as numbers: e5m2 is half without its last byte; e4m3 has no infinity, one
// NaN of either sign, and ends at 448. All conversions round once, to nearest even.
#pragma once

#include "heddle/bfloat16_format.h"
#include "heddle/half_format.h"

namespace heddle_narrow {

template <int mantissa, int bias, int largest>
struct fp8_format {
  // Not a number is 0x7f. What is above the largest number becomes that, or what `overflow` says.
  static __host__ __device__ __forceinline__ unsigned char nearest(float x, unsigned int overflow) {
    const unsigned int all = bits<unsigned int>(x), u = all & 0x7fffffffu;
    const unsigned int lost = 23 - mantissa, last = (u >> lost) & 1;
    const unsigned int rebased = u - ((127u - bias) << 23) + ((1u << (lost - 1)) - 1) + last;
    // Subnormals: an addition puts their last bit in place.
    const unsigned int place = (127u + 24 - bias - mantissa) << 23;
    const unsigned int subnormal = bits<unsigned int>(bits<float>(u) + bits<float>(place)) - place;
    const unsigned int rounded = u < (128u - bias) << 23 ? subnormal : rebased >> lost;
    const unsigned int limited = rounded > largest ? overflow : rounded;
    return (unsigned char)(u > 0x7f800000u ? 0x7fu : limited | ((all >> 24) & 0x80u));
  }

  static __host__ __device__ __forceinline__ float widen(unsigned char b) {
    const bool half_like = mantissa == 2;  // infinity and NaN as in half
    const bool is_nan = half_like ? (b & 0x7f) > 0x7c : (b & 0x7f) == 0x7f;
    const float scaled = bits<float>((b & 0x7fu) << 20) * 0x1p120f;
    const float number = half_like ? half_format::widen((unsigned short)(b << 8))
                                   : __builtin_copysignf(scaled, b & 0x80 ? -1.0f : 1.0f);
    return is_nan ? bits<float>(0x7fffffffu) : number;
  }
};
typedef fp8_format<3, 7, 0x7e> e4m3_format;
typedef fp8_format<2, 15, 0x7b> e5m2_format;

}  // namespace heddle_narrow
