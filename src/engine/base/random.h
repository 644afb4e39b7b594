// SPDX-License-Identifier: Apache-2.0
// Reproducible disorder for HEDDLE_SCHEDULE=shuffle.
#pragma once

#include <cstdint>

namespace heddle::engine {

// Spreads all bits of `x` (the finaliser of splitmix64).
inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed = 0) : state_(seed) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(mix(state_++) % n); }

 private:
  std::uint64_t state_;
};

// A permutation of 0..total-1 that needs no table: a Feistel network on the next power of four,
// walked until it lands inside.
inline std::uint64_t permute(std::uint64_t index, std::uint64_t total, std::uint64_t seed) {
  unsigned half = 1;
  while (half < 32 && (std::uint64_t{1} << (2 * half)) < total) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = index >> half, right = index & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t swapped = left ^ (mix(right ^ mix(seed + round)) & mask);
      left = right;
      right = swapped;
    }
    index = left << half | right;
  } while (index >= total);
  return index;
}

}  // namespace heddle::engine
