// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "gpu/first_lanes.h"

namespace heddle::gpu {
namespace {

constexpr std::uint64_t kSectorBytes = 32;
constexpr std::uint64_t kLineBytes = 128;

}  // namespace

std::uint32_t distinct_units(const WarpAccess& access, std::uint64_t unit_bytes) {
  const auto unit_log2 = static_cast<unsigned>(std::countr_zero(unit_bytes));
  return static_cast<std::uint32_t>(std::popcount(first_lanes(access, unit_log2)));
}

GlobalCost global_cost(const WarpAccess& access) {
  GlobalCost cost;
  if (access.active == 0) return cost;
  cost.requests = 1;
  cost.sectors = distinct_units(access, kSectorBytes);
  cost.tag_requests = distinct_units(access, kLineBytes);
  std::uint64_t bytes = std::uint64_t(std::popcount(access.active)) * access.width;
  cost.ideal_sectors = std::min<std::uint32_t>(
      cost.sectors, std::uint32_t((bytes + kSectorBytes - 1) / kSectorBytes));
  return cost;
}

}  // namespace heddle::gpu
