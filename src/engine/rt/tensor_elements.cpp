// SPDX-License-Identifier: Apache-2.0
#include "engine/rt/tensor_elements.h"

#include <cstring>

namespace heddle::engine {
namespace {

using image::TensorType;

constexpr std::uint32_t kExponent = 0x7f800000, kFraction = 0x007fffff, kSign = 0x80000000;
constexpr unsigned kDropped = 13;  // bits of a float's fraction that TF32 does not have

std::uint32_t flushed(std::uint32_t word) {
  return (word & kExponent) == 0 ? word & kSign : word;
}
// To nearest, ties to even.
std::uint32_t rounded(std::uint32_t word) {
  constexpr std::uint32_t kLow = (1u << kDropped) - 1;
  if ((word & kExponent) == kExponent) return (word & kFraction) != 0 ? 0x7fffffff : word;
  return (word + (kLow >> 1) + (word >> kDropped & 1)) & ~kLow;
}

}  // namespace

void fill_elements(std::byte* to, std::uint64_t bytes, const image::TensorMap& map) {
  if (!map.fills_with_nan) {
    std::memset(to, 0, bytes);
    return;
  }
  std::memset(to, 0xff, bytes);
  const auto element = bytes_of(map.type);
  for (std::uint64_t k = element; k <= bytes; k += element) to[k - 1] = std::byte{0x7f};
}

bool changes_elements(TensorType type) {
  return type == TensorType::kF32Ftz || type == TensorType::kTf32 || type == TensorType::kTf32Ftz;
}

void change_elements(std::byte* at, std::uint64_t bytes, TensorType type) {
  for (std::uint64_t k = 0; k + sizeof(std::uint32_t) <= bytes; k += sizeof(std::uint32_t)) {
    std::uint32_t word;
    std::memcpy(&word, at + k, sizeof word);
    if (type != TensorType::kTf32) word = flushed(word);
    if (type != TensorType::kF32Ftz) word = rounded(word);
    std::memcpy(at + k, &word, sizeof word);
  }
}

}  // namespace heddle::engine
