// SPDX-License-Identifier: Apache-2.0
#include "profiler/access_sums.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace heddle::profiler {

CostlyAccess CostlyAccess::of(const probes::Site& site, probes::LaneAddresses addresses,
                              std::uint32_t active, std::uint64_t excess) {
  CostlyAccess result;
  result.active = active;
  result.excess = excess;
  std::uint64_t lowest = ~std::uint64_t{0};
  for (auto rest = active; rest != 0; rest &= rest - 1) {
    lowest = std::min(lowest, addresses[static_cast<unsigned>(std::countr_zero(rest))]);
  }
  // Where a stack of this CPU begins, is nothing of the program's.
  if (site.space != probes::Space::kLocal) {
    result.phase = lowest % probes::AccessCounter::kLineBytes;
  }
  for (auto rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    result.offsets[lane] = addresses[lane] - lowest;
  }
  return result;
}

bool CostlyAccess::is_more_than(const CostlyAccess& other) const {
  if (active == 0 || other.active == 0) return active != 0;
  if (excess != other.excess) return excess > other.excess;
  if (active != other.active) return active > other.active;
  if (phase != other.phase) return phase < other.phase;
  return std::ranges::lexicographical_compare(offsets, other.offsets);
}

void AccessTotal::add(const AccessTotal& other) {
  add(other.sums, other.costly);
  seen.add(other.seen);
  left_accesses += other.left_accesses;
  left_lanes += other.left_lanes;
  if (other.spare_rank < spare_rank) {
    spare = other.spare;
    spare_rank = other.spare_rank;
  } else if (other.spare_rank == spare_rank) {
    spare.add(other.spare);
  }
}

AccessSums AccessTotal::all_sums() const {
  auto all = sums;
  all.add(seen.sums);
  const auto& basis = seen.accesses != 0 ? seen : spare;
  if (left_accesses == 0 || basis.accesses == 0) return all;
  // Requests go with accesses, all else with the lanes that took part.
  const auto by_access = double(left_accesses) / double(basis.accesses);
  const auto by_lane = double(left_lanes) / double(basis.lanes);
  for (const auto& row : kAccessSums) {
    const auto part = double(basis.sums.*row.member) * (row.of_accesses ? by_access : by_lane);
    all.*row.member += static_cast<std::uint64_t>(std::llround(part));
  }
  // Rounded one by one: no less than nothing may be above the ideal.
  all.global_ideal_sectors = std::min(all.global_ideal_sectors, all.global_sectors);
  all.shared_ideal_wavefronts = std::min(all.shared_ideal_wavefronts, all.shared_wavefronts);
  return all;
}

CostlyAccess AccessTotal::most_costly() const {
  auto most = costly;
  const auto& basis = seen.accesses != 0 ? seen : spare;
  if (basis.costly.is_more_than(most)) most = basis.costly;
  return most;
}

}  // namespace heddle::profiler
