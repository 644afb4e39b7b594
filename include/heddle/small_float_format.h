// SPDX-License-Identifier: Apache-2.0
// Formats of 6 and 4 bits as numbers (OCP Microscaling Formats): a sign, then exponent and
// mantissa; no infinity and nothing that is not a number.
#pragma once

#include "heddle/fp8_format.h"

namespace heddle_narrow {

template <int exponent_bits, int mantissa>
struct small_format {
  static constexpr int kBias = (1 << (exponent_bits - 1)) - 1;
  static constexpr unsigned int kSign = 1u << (exponent_bits + mantissa), kLargest = kSign - 1;

  // Rounded once. What is above the largest number becomes that; not a number becomes the positive
  // one.
  static __host__ __device__ __forceinline__ unsigned char rounded(float x, cudaRoundMode mode) {
    const unsigned int all = bits<unsigned int>(x), u = all & 0x7fffffffu;
    const bool negative = all >> 31;
    const bool up = (mode == cudaRoundPosInf && !negative) || (mode == cudaRoundMinInf && negative);
    constexpr unsigned int kLost = 23 - mantissa;
    const unsigned int half = (1u << (kLost - 1)) - 1 + (u >> kLost & 1);
    const unsigned int added = mode == cudaRoundNearest ? half : up ? (1u << kLost) - 1 : 0;
    const unsigned int normal = (u - ((127u - kBias) << 23) + added) >> kLost;
    // Below the least normal number a step is its mantissa's last bit.
    const float steps = bits<float>(u) * (float)(1 << (kBias - 1 + mantissa));
    const unsigned int whole = (unsigned int)steps;
    const float rest = steps - (float)whole;
    const bool next = mode == cudaRoundNearest ? rest > 0.5f || (rest == 0.5f && (whole & 1))
                                               : up && (rest > 0 || (whole == 0 && u != 0));
    const unsigned int code = u < (128u - kBias) << 23 ? whole + next : normal;
    if (u > 0x7f800000u) return (unsigned char)kLargest;
    return (unsigned char)((code < kLargest ? code : kLargest) | (negative ? kSign : 0));
  }

  static __host__ __device__ __forceinline__ float widen(unsigned char b) {
    const unsigned int magnitude = b & kLargest, exponent = magnitude >> mantissa;
    const unsigned int significand =
        (magnitude & ((1u << mantissa) - 1)) | (exponent ? 1u << mantissa : 0);
    const float unit = bits<float>((127u - kBias - mantissa + (exponent ? exponent : 1)) << 23);
    return (b & kSign ? -1.0f : 1.0f) * (float)significand * unit;
  }
};
typedef small_format<2, 3> e2m3_format;
typedef small_format<3, 2> e3m2_format;
typedef small_format<2, 1> e2m1_format;

}  // namespace heddle_narrow
