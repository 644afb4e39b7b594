// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "gpu/transactions.h"

namespace heddle::gpu {
namespace {

constexpr std::uint64_t kSectorBytes = 32;
constexpr std::uint64_t kLineBytes = 128;

std::uint32_t distinct(const WarpAccess& access, std::uint64_t bytes) {
  std::array<std::uint64_t, 32> units;
  std::size_t count = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if (access.active >> lane & 1) units[count++] = access.address[lane] / bytes;
  std::sort(units.begin(), units.begin() + count);
  return std::uint32_t(std::unique(units.begin(), units.begin() + count) - units.begin());
}

}  // namespace

GlobalCost global_cost(const WarpAccess& access) {
  GlobalCost cost;
  if (access.active == 0) return cost;
  cost.requests = 1;
  cost.sectors = distinct(access, kSectorBytes);
  cost.tag_requests = distinct(access, kLineBytes);
  std::uint64_t bytes = std::uint64_t(std::popcount(access.active)) * access.width;
  cost.ideal_sectors = std::min<std::uint32_t>(
      cost.sectors, std::uint32_t((bytes + kSectorBytes - 1) / kSectorBytes));
  return cost;
}

}  // namespace heddle::gpu
