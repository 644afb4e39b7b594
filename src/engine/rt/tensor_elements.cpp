// SPDX-License-Identifier: Apache-2.0
#include "engine/rt/tensor_elements.h"

#include <cstring>

namespace heddle::engine {
namespace {

using image::TensorType;

constexpr std::uint32_t kExponent = 0x7f800000, kFraction = 0x007fffff;
constexpr unsigned kDropped = 13;  // bits of a float's fraction that TF32 does not have

// To nearest, ties to even, as an H200 does it (tests/tensor/tensor_elements.cu).
std::uint32_t rounded(std::uint32_t word) {
  constexpr std::uint32_t kLow = (1u << kDropped) - 1;
  if ((word & kExponent) == kExponent) return (word & kFraction) != 0 ? 0x7fffe000 : word;
  return (word + (kLow >> 1) + (word >> kDropped & 1)) & ~kLow;
}

}  // namespace

void fill_elements(std::byte* to, std::uint64_t bytes, const image::TensorMap& map) {
  if (!map.fills_with_nan) {
    std::memset(to, 0, bytes);
    return;
  }
  // Each half word, of longer elements too.
  constexpr std::byte kNan[] = {std::byte{0xf7}, std::byte{0x7f}};
  for (std::uint64_t k = 0; k < bytes; ++k) to[k] = kNan[k % 2];
}

bool changes_elements(TensorType type) {
  return type == TensorType::kTf32 || type == TensorType::kTf32Ftz;
}

void change_elements(std::byte* at, std::uint64_t bytes) {
  for (std::uint64_t k = 0; k + sizeof(std::uint32_t) <= bytes; k += sizeof(std::uint32_t)) {
    std::uint32_t word;
    std::memcpy(&word, at + k, sizeof word);
    word = rounded(word);
    std::memcpy(at + k, &word, sizeof word);
  }
}

}  // namespace heddle::engine
