// SPDX-License-Identifier: Apache-2.0
// e4m3 and e5m2 as the halves that mma.sync makes of them (mma_bytes.cpp): the lower two of each
// four come first, then the upper two.
#pragma once

#include <cstdint>

#include "tensor/formats.h"

HEDDLE_TENSOR_BEGIN

template <typename F>
std::uint16_t half_of(std::uint16_t byte) {
  if constexpr (F::kExponent == 5) return static_cast<std::uint16_t>(byte << 8);
  const auto sign = static_cast<std::uint16_t>((byte & 0x80) << 8);
  const std::uint16_t size = byte & 0x7f;
  if (size == 0x7f) return 0x7fff;
  if (size < 8) {  // no denormal of a half
    constexpr std::uint16_t kHalves[] = {0, 0x1800, 0x1c00, 0x1e00, 0x2000, 0x2100, 0x2200, 0x2300};
    return sign | kHalves[size];
  }
  return static_cast<std::uint16_t>(sign | ((size << 7) + (8 << 10)));
}

template <typename F, int K, int LINES>
void to_halves(const std::uint16_t (&bytes)[LINES][K], std::uint16_t (&halves)[LINES][K]) {
  for (int line = 0; line < LINES; ++line) {
    for (int k = 0; k < K; ++k) {
      const int at = k / 4 * 2 + k % 2 + (k % 4 < 2 ? 0 : K / 2);
      halves[line][at] = half_of<F>(bytes[line][k]);
    }
  }
}

HEDDLE_TENSOR_END
