// SPDX-License-Identifier: Apache-2.0
// How exact a product must be: relative to the sum of the products' magnitudes, an input that is
// rounded costs `input`, k additions 6 sqrt(k + 1) times `sum`; C's own rounding costs `output`.
#pragma once

#include <cmath>

namespace gemm {

struct Precision {
  const char* name;
  double input, sum, output;
  bool tf32 = false;

  double bound(int k) const { return input + 6 * std::sqrt(k + 1.0) * sum; }
};
// TF32 keeps 10 bits behind the leading one: rounding costs 2^-11 an operand. Tensor cores cut off
// sums instead of rounding them.
inline constexpr Precision kFp32{"fp32", 0, 0x1p-24, 0x1p-24};
inline constexpr Precision kTf32{"tf32", 2 * 0x1p-11, 0x1p-23, 0x1p-24, true};
inline constexpr Precision kBf16{"bf16", 0, 0x1p-23, 0x1p-8};
inline constexpr Precision kBf16ToFloat{"bf16 to fp32", 0, 0x1p-23, 0x1p-24};

// FP8: sums of a step (128 k) are cut to 13 bits four times; with kFast the sum of all k as often
// as there are 32.
inline constexpr Precision kFp8{"fp8", 4 * 0x1p-13, 0x1p-23, 0x1p-8};
inline constexpr Precision kFp8ToFloat{"fp8 to fp32", 4 * 0x1p-13, 0x1p-23, 0x1p-24};
inline constexpr Precision kFp8Fast{"fp8 fast", 4 * 0x1p-13, 0x1p-14, 0x1p-8};
inline constexpr Precision kFp8FastToFloat{"fp8 fast to fp32", 4 * 0x1p-13, 0x1p-14, 0x1p-24};
inline constexpr Precision kInt8{"int8", 0, 0, 0};
inline constexpr Precision kDouble{"double", 0, 0x1p-53, 0x1p-53};

// tanh.approx is off by 2^-11, GELU's slope at most 1.13.
inline constexpr double kGeluError = 0x1p-10;

}  // namespace gemm
