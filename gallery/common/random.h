// SPDX-License-Identifier: Apache-2.0
// Random test data that is the same on every machine: element i of a seed is a hash of both, so
// it depends on no library's generator and on no order of filling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gallery {

inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = (seed + 1) * 0xd1342543de82ef95ull + (index + 1) * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// Uniform in [low, high), 24 random bits.
inline float random_float(std::uint64_t seed, std::uint64_t index, float low, float high) {
  const float unit = static_cast<float>(random_bits(seed, index) >> 40) * 0x1p-24f;
  return low + (high - low) * unit;
}

inline std::vector<float> random_floats(std::size_t count, std::uint64_t seed, float low = -1.0f,
                                        float high = 1.0f) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = random_float(seed, i, low, high);
  return values;
}

// Uniform in [low, high].
inline std::vector<int> random_ints(std::size_t count, std::uint64_t seed, int low, int high) {
  std::vector<int> values(count);
  const std::uint64_t range = static_cast<std::uint64_t>(static_cast<long long>(high) - low + 1);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<int>(low + static_cast<long long>(random_bits(seed, i) % range));
  return values;
}

inline std::vector<unsigned char> random_bytes(std::size_t count, std::uint64_t seed) {
  std::vector<unsigned char> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<unsigned char>(random_bits(seed, i) >> 56);
  return values;
}

}  // namespace gallery
