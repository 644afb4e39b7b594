// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "gpu/transactions.h"

namespace heddle::gpu {
namespace {

constexpr std::uint64_t kSectorBytes = 32;
constexpr std::uint64_t kLineBytes = 128;

}  // namespace

// Lanes that follow each other often touch the same unit; the others are looked up in a table with
// room for twice as many.
std::uint32_t distinct_units(const WarpAccess& access, std::uint64_t unit_bytes) {
  constexpr std::uint32_t kPlaces = 64;
  std::array<std::uint64_t, kPlaces> table;
  std::uint64_t used = 0;  // bit i: table[i] holds a unit
  std::uint32_t count = 0;
  std::uint64_t last = 0;
  for (auto rest = access.active; rest != 0; rest &= rest - 1) {
    const auto unit = access.address[static_cast<unsigned>(std::countr_zero(rest))] / unit_bytes;
    if (count != 0 && unit == last) continue;
    last = unit;
    auto place = static_cast<std::uint32_t>(unit * 0x9e3779b97f4a7c15u >> 58);
    while ((used >> place & 1) != 0 && table[place] != unit) place = (place + 1) % kPlaces;
    if ((used >> place & 1) != 0) continue;
    used |= std::uint64_t{1} << place;
    table[place] = unit;
    ++count;
  }
  return count;
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
