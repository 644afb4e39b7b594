// SPDX-License-Identifier: Apache-2.0
// How exact a product must be: relative to the sum of the products' magnitudes, an input that is
// rounded costs `input`, k additions 6 sqrt(k + 1) times `sum`; C's own rounding costs `output`.
#pragma once

#include <cmath>

namespace gemm {

struct Precision {
  const char* name;
  double input, sum, output;

  double bound(int k) const { return input + 6 * std::sqrt(k + 1.0) * sum; }
};
// TF32 keeps 10 bits behind the leading one: rounding costs 2^-11 an operand. Tensor cores cut off
// sums instead of rounding them.
inline constexpr Precision kFp32{"fp32", 0, 0x1p-24, 0x1p-24};
inline constexpr Precision kTf32{"tf32", 2 * 0x1p-11, 0x1p-23, 0x1p-24};
inline constexpr Precision kBf16{"bf16", 0, 0x1p-23, 0x1p-8};
inline constexpr Precision kBf16ToFloat{"bf16 to fp32", 0, 0x1p-23, 0x1p-24};

// tanh.approx is off by 2^-11, GELU's slope at most 1.13.
inline constexpr double kGeluError = 0x1p-10;

}  // namespace gemm
