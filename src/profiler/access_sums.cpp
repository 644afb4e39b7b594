// SPDX-License-Identifier: Apache-2.0
#include "profiler/access_sums.h"

#include <algorithm>
#include <bit>

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

}  // namespace heddle::profiler
