// SPDX-License-Identifier: Apache-2.0
#include "gpu/first_lanes.h"

#include <algorithm>
#include <bit>

#include "support/each_cpu.h"

namespace heddle::gpu {
namespace {

constexpr unsigned kLanes = 32;
constexpr std::uint8_t kNoKey = 0xff;

// Bit l: a lane below l has the same key. `keys` begin at kLanes; what lies before them no lane
// has.
template <class Key>
[[gnu::always_inline]] inline std::uint32_t repeated(const Key (&keys)[2 * kLanes]) {
  Key found[kLanes] = {};
  for (unsigned distance = 1; distance < kLanes; ++distance) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      found[lane] |= keys[kLanes + lane] == keys[kLanes + lane - distance] ? ~Key{0} : Key{0};
    }
  }
  std::uint32_t result = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    result |= static_cast<std::uint32_t>(found[lane] & 1) << lane;
  }
  return result;
}

template <class Key>
[[gnu::always_inline]] inline std::uint32_t repeated(const std::uint64_t (&units)[kLanes],
                                                     std::uint64_t lowest) {
  Key keys[2 * kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    keys[lane] = ~Key{0};
    keys[kLanes + lane] = static_cast<Key>(units[lane] - lowest);
  }
  return repeated(keys);
}

}  // namespace

HEDDLE_FOR_EACH_CPU std::uint32_t first_lanes(const WarpAccess& access, unsigned unit_log2) {
  const auto active = access.active;
  if (active == 0) return 0;
  // Inactive lanes do as the first active one does, which no lane below it may then hide.
  const auto of_first = access.address[static_cast<unsigned>(std::countr_zero(active))];
  std::uint64_t units[kLanes];
  std::uint64_t lowest = ~std::uint64_t{0}, highest = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto address = (active >> lane & 1) != 0 ? access.address[lane] : of_first;
    units[lane] = address >> unit_log2;
    lowest = std::min(lowest, units[lane]);
    highest = std::max(highest, units[lane]);
  }
  // Lanes at both ends of the addresses are rare.
  const bool is_narrow = highest - lowest < ~std::uint32_t{0};
  const auto hidden =
      is_narrow ? repeated<std::uint32_t>(units, lowest) : repeated<std::uint64_t>(units, lowest);
  return active & (~hidden | (active & -active));
}

HEDDLE_FOR_EACH_CPU std::uint32_t most_alike(const std::uint8_t (&keys)[kLanes],
                                             std::uint32_t active) {
  std::uint8_t twice[2 * kLanes], count[kLanes] = {};
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto key = (active >> lane & 1) != 0 ? keys[lane] : kNoKey;
    twice[lane] = twice[kLanes + lane] = key;
  }
  for (unsigned distance = 0; distance < kLanes; ++distance) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      count[lane] += static_cast<std::uint8_t>(twice[lane] == twice[lane + distance]);
    }
  }
  std::uint8_t most = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    most = std::max(most, twice[lane] != kNoKey ? count[lane] : std::uint8_t{0});
  }
  return most;
}

}  // namespace heddle::gpu
