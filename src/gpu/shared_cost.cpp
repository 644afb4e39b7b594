// SPDX-License-Identifier: Apache-2.0
// Shared memory has 32 banks of 4 bytes; a pass serves one word per bank, and a word for all its
// lanes.
//
//   1, 2, 4 bytes   one group of 32 lanes; passes = max over banks of the distinct words in the
//   bank 8 bytes         two groups of 16 lanes, 16 bytes: four groups of 8, the passes of each
//   added up atomics         max over banks of the lanes in the bank: equal addresses serialise too
//
// Loads of 8 and 16 bytes merge two neighbouring groups (8 bytes: the whole warp, 16 bytes: each
// half) into one pass when lanes pair up, i.e. lane i^1, or for all of them lane i^2, is inactive
// or has the same address, and the merged pass is free of conflicts. 16-byte loads of which lanes
// are inactive are merged by the hardware less regularly: there the count can differ by one or two
// passes.
#include <algorithm>
#include <array>
#include <bit>

#include "gpu/transactions.h"

namespace heddle::gpu {
namespace {

constexpr unsigned kBanks = 32;
constexpr std::uint32_t kAllBanksBytes = 128;

struct Lanes {
  const WarpAccess& access;
  std::uint32_t mask;  // active lanes of this group
};

std::uint32_t lane_range(unsigned first, unsigned count) {
  return (count == 32 ? ~0u : (1u << count) - 1) << first;
}

// Max over banks of the distinct words that the lanes touch there.
std::uint32_t passes(const Lanes& lanes) {
  std::array<std::uint64_t, 128> words;
  std::size_t count = 0;
  unsigned words_per_lane = std::max(1u, lanes.access.width / 4);
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes.mask >> lane & 1)
      for (unsigned word = 0; word < words_per_lane; ++word)
        words[count++] = lanes.access.address[lane] / 4 + word;
  std::sort(words.begin(), words.begin() + count);
  std::size_t distinct = std::unique(words.begin(), words.begin() + count) - words.begin();
  std::array<std::uint32_t, kBanks> in_bank{};
  for (std::size_t i = 0; i < distinct; ++i) ++in_bank[words[i] % kBanks];
  return *std::max_element(in_bank.begin(), in_bank.end());
}

std::uint32_t atomic_passes(const WarpAccess& access) {
  std::array<std::uint32_t, kBanks> in_bank{};
  for (unsigned lane = 0; lane < 32; ++lane)
    if (access.active >> lane & 1) ++in_bank[access.address[lane] / 4 % kBanks];
  return *std::max_element(in_bank.begin(), in_bank.end());
}

bool paired(const Lanes& lanes, unsigned distance) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned other = lane ^ distance;
    if ((lanes.mask >> lane & 1) && (lanes.mask >> other & 1) &&
        lanes.access.address[lane] != lanes.access.address[other])
      return false;
  }
  return true;
}

bool merges(const Lanes& lanes) {
  return (paired(lanes, 1) || paired(lanes, 2)) && passes(lanes) <= 1;
}

}  // namespace

SharedCost shared_cost(const WarpAccess& access, AccessKind kind) {
  SharedCost cost;
  if (access.active == 0) return cost;
  cost.requests = 1;
  unsigned groups = kind == AccessKind::atomic ? 1 : std::max(1u, access.width / 4);
  if (kind == AccessKind::atomic) {
    cost.wavefronts = atomic_passes(access);
  } else if (groups == 1) {
    cost.wavefronts = passes({access, access.active});
  } else {
    unsigned size = 32 / groups;
    for (unsigned pair = 0; pair < groups / 2; ++pair) {
      Lanes both{access, access.active & lane_range(pair * 2 * size, 2 * size)};
      Lanes low{access, both.mask & lane_range(pair * 2 * size, size)};
      Lanes high{access, both.mask & ~low.mask};
      cost.wavefronts +=
          kind == AccessKind::load && merges(both) ? passes(both) : passes(low) + passes(high);
    }
  }
  std::uint32_t bytes = std::uint32_t(std::popcount(access.active)) * access.width;
  cost.ideal_wavefronts = std::min(cost.wavefronts, (bytes + kAllBanksBytes - 1) / kAllBanksBytes);
  return cost;
}

}  // namespace heddle::gpu
