// SPDX-License-Identifier: Apache-2.0
// Shared memory has 32 banks of 4 bytes; a pass serves one word per bank, and a word for all its
// lanes.
//
// - 1, 2, 4 bytes: one group of 32 lanes; its passes are the most distinct words in one bank.
// - 8 bytes: two groups of 16 lanes; 16 bytes: four groups of 8; the passes of each added up.
// - atomics: the most lanes in one bank, since equal addresses serialise too.
//
// Loads of 8 bytes merge their two groups, loads of 16 bytes the two groups of each half of the
// warp, into one pass when that pass is free of conflicts and lanes pair up: for d = 1, or for
// d = 2, every lane i has the address of lane i^d, or lane i^d is inactive.
//
// Two oddities of 16-byte loads belong to the count, as measurements show. In the lower half of the
// warp an inactive partner does not pair when lane 31 is active, and any lanes merge when it is
// not. Two lanes of different halves that read one address take one pass; all 32 take two (in
// between, nothing is measured and 16 is taken as the limit).
#include <algorithm>
#include <bit>

#include "gpu/first_lanes.h"

namespace heddle::gpu {
namespace {

constexpr std::uint32_t kAllBanksBytes = 128;

struct Lanes {
  const WarpAccess& access;
  std::uint32_t mask;  // active lanes of this group
};

std::uint32_t lane_range(unsigned first, unsigned count) {
  return (count == 32 ? ~0u : (1u << count) - 1) << first;
}

// The most of these lanes whose words of so many bytes lie in one bank, or in one group of banks.
std::uint32_t most_in_bank(const WarpAccess& access, std::uint32_t lanes, unsigned word_log2) {
  const auto groups = kAllBanksBytes >> word_log2;
  std::uint8_t keys[32];
  for (unsigned lane = 0; lane < 32; ++lane) {
    keys[lane] = static_cast<std::uint8_t>((access.address[lane] >> word_log2) % groups);
  }
  return most_alike(keys, lanes);
}

// Max over banks of the distinct words that the lanes touch there. Accesses are aligned, so two
// lanes of one access touch the same words or no word in common, and the banks of a lane are a
// group.
std::uint32_t passes(const Lanes& lanes) {
  const auto word_log2 = static_cast<unsigned>(std::countr_zero(std::max(lanes.access.width, 4u)));
  const WarpAccess access{lanes.access.address, lanes.mask, lanes.access.width};
  return most_in_bank(access, first_lanes(access, word_log2), word_log2);
}

std::uint32_t atomic_passes(const WarpAccess& access) {
  return most_in_bank(access, access.active, 2);
}

// Whether an inactive lane pairs with whatever lane it meets.
enum class Inactive { kPairs, kDoesNot };

bool paired(const Lanes& lanes, unsigned distance, Inactive inactive) {
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(lanes.mask >> lane & 1)) continue;
    unsigned other = lane ^ distance;
    bool active = lanes.mask >> other & 1;
    if (active ? lanes.access.address[lane] != lanes.access.address[other]
               : inactive == Inactive::kDoesNot)
      return false;
  }
  return true;
}

bool paired(const Lanes& lanes, Inactive inactive) {
  return paired(lanes, 1, inactive) || paired(lanes, 2, inactive);
}

bool may_merge(const Lanes& lanes) {
  bool lower_half_of_16_bytes = lanes.access.width == 16 && (lanes.mask & 0xffff);
  if (!lower_half_of_16_bytes) return paired(lanes, Inactive::kPairs);
  bool lane_31 = lanes.access.active >> 31;
  return !lane_31 || paired(lanes, Inactive::kDoesNot);
}

bool one_address(const WarpAccess& access) {
  unsigned first = unsigned(std::countr_zero(access.active));
  for (unsigned lane = first; lane < 32; ++lane)
    if ((access.active >> lane & 1) && access.address[lane] != access.address[first]) return false;
  return true;
}

std::uint32_t wide_passes(const WarpAccess& access, unsigned groups, AccessKind kind) {
  bool load = kind == AccessKind::kLoad;
  if (load && groups == 4 && std::popcount(access.active) <= 16 && one_address(access)) return 1;
  std::uint32_t count = 0;
  unsigned size = 32 / groups;
  for (unsigned pair = 0; pair < groups / 2; ++pair) {
    Lanes both{access, access.active & lane_range(pair * 2 * size, 2 * size)};
    Lanes low{access, both.mask & lane_range(pair * 2 * size, size)};
    Lanes high{access, both.mask & ~low.mask};
    std::uint32_t merged = passes(both);
    count += load && merged <= 1 && may_merge(both) ? merged : passes(low) + passes(high);
  }
  return count;
}

}  // namespace

SharedCost shared_cost(const WarpAccess& access, AccessKind kind) {
  SharedCost cost;
  if (access.active == 0) return cost;
  cost.requests = 1;
  const bool atomic = kind == AccessKind::kAtomic || kind == AccessKind::kReduction;
  unsigned groups = atomic ? 1 : std::max(1u, access.width / 4);
  if (atomic)
    cost.wavefronts = atomic_passes(access);
  else if (groups == 1)
    cost.wavefronts = passes({access, access.active});
  else
    cost.wavefronts = wide_passes(access, groups, kind);
  std::uint32_t bytes = std::uint32_t(std::popcount(access.active)) * access.width;
  cost.ideal_wavefronts = std::min(cost.wavefronts, (bytes + kAllBanksBytes - 1) / kAllBanksBytes);
  return cost;
}

}  // namespace heddle::gpu
