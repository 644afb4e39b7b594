// SPDX-License-Identifier: Apache-2.0
// The types of NCCL as memory has them and as they are computed with: integers of n bits modulo
// 2^n, numbers of 8 and 16 bits in float, each result rounded to the nearest, ties to even.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "library/convert.h"
#include "nccl.h"

namespace heddle::nccl {

using library::i64;

// Of 8 bits: `fraction` bits of fraction, the exponent's bias, the largest finite number. As CUDA's
// constructors round: what is larger becomes the largest.
template <int fraction, int bias, std::uint32_t largest>
struct Float8 {
  std::uint8_t bits;

  static Float8 of(float value) {
    const auto all = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = all >> 24 & 0x80;
    const std::uint32_t magnitude = all & 0x7fffffff;
    if (magnitude > 0x7f800000) return {0x7f};
    constexpr std::uint32_t kSmallestNormal = std::uint32_t{128 - bias} << 23;
    std::uint32_t code = 0;
    if (magnitude < kSmallestNormal) {
      // The addition rounds to a multiple of the smallest subnormal, 2^(1 - bias - fraction).
      constexpr std::uint32_t kShift = std::uint32_t{127 + 24 - bias - fraction} << 23;
      const float shifted = std::bit_cast<float>(magnitude) + std::bit_cast<float>(kShift);
      code = std::bit_cast<std::uint32_t>(shifted) - kShift;
    } else {
      constexpr int kDropped = 23 - fraction;
      const std::uint32_t even = magnitude >> kDropped & 1;
      const std::uint32_t rounded = magnitude + (1u << (kDropped - 1)) - 1 + even;
      code = (rounded >> kDropped) - (std::uint32_t{127 - bias} << fraction);
    }
    return {static_cast<std::uint8_t>(sign | (code > largest ? largest : code))};
  }

  float value() const { return table()[bits]; }

 private:
  static const std::array<float, 256>& table() {
    static const std::array<float, 256> made = [] {
      std::array<float, 256> all{};
      for (int code = 0; code < 256; ++code) {
        const int magnitude = code & 0x7f;
        const int exponent = magnitude >> fraction;
        const int rest = magnitude & ((1 << fraction) - 1);
        float value = exponent == 0 ? std::ldexp(static_cast<float>(rest), 1 - bias - fraction)
                                    : std::ldexp(static_cast<float>(rest + (1 << fraction)),
                                                 exponent - bias - fraction);
        if (static_cast<std::uint32_t>(magnitude) > largest) {
          const bool infinite = fraction == 2 && rest == 0;
          value = infinite ? INFINITY : NAN;
        }
        all[static_cast<std::size_t>(code)] = code & 0x80 ? -value : value;
      }
      return all;
    }();
    return made;
  }
};
using E4M3 = Float8<3, 7, 0x7e>;
using E5M2 = Float8<2, 15, 0x7b>;

inline std::uint64_t size_of(ncclDataType_t type) {
  switch (type) {
    case ncclInt8:
    case ncclUint8:
    case ncclFloat8e4m3:
    case ncclFloat8e5m2:
      return 1;
    case ncclFloat16:
    case ncclBfloat16:
      return 2;
    case ncclInt32:
    case ncclUint32:
    case ncclFloat32:
      return 4;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64:
      return 8;
    default:
      return 0;  // it is none
  }
}

inline bool is_floating(ncclDataType_t type) {
  return type >= ncclFloat16 && type < ncclNumTypes;
}

// body(T()) of the type as memory has it.
template <class Body>
auto with_type(ncclDataType_t type, Body body) {
  switch (type) {
    case ncclInt8:
      return body(std::int8_t());
    case ncclUint8:
      return body(std::uint8_t());
    case ncclInt32:
      return body(std::int32_t());
    case ncclUint32:
      return body(std::uint32_t());
    case ncclInt64:
      return body(std::int64_t());
    case ncclUint64:
      return body(std::uint64_t());
    case ncclFloat16:
      return body(library::Half());
    case ncclFloat64:
      return body(double());
    case ncclBfloat16:
      return body(library::BFloat16());
    case ncclFloat8e4m3:
      return body(E4M3());
    case ncclFloat8e5m2:
      return body(E5M2());
    default:
      return body(float());
  }
}

}  // namespace heddle::nccl
