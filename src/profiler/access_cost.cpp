// SPDX-License-Identifier: Apache-2.0
#include "profiler/access_cost.h"

#include <algorithm>
#include <array>
#include <bit>

#include "gpu/transactions.h"

namespace heddle::profiler {

using gpu::AccessKind;
using gpu::WarpAccess;
using probes::LaneAddresses;
using probes::Site;
using probes::Space;

namespace {

constexpr std::uint32_t kWordBytes = 4;

bool is_atomic(const Site& site) {
  return site.access == AccessKind::kAtomic || site.access == AccessKind::kReduction;
}

std::uint64_t lane_count(std::uint32_t lanes) {
  return static_cast<std::uint64_t>(std::popcount(lanes));
}

// What L1 holds it gives by four lines a cycle, by its 32 banks, and by 64 different bytes a cycle,
// all of these at once. Measured on an H200 (tests/profile/data/h200_warps.txt, "loads from L1").
// One word for all lanes took two cycles there, where the kernel's addresses take as long; in
// products of matrices (h200_launches.csv, sgemm_plain) it takes one.
std::uint64_t cycles_in_l1(const WarpAccess& access, std::uint64_t lines) {
  constexpr std::uint64_t kLinesACycle = 4, kBytesACycle = 64;
  const auto passes = std::uint64_t{gpu::shared_cost(access, AccessKind::kLoad).wavefronts};
  const auto unit = std::max(access.width, kWordBytes);
  const auto bytes = std::uint64_t{gpu::distinct_units(access, unit)} * unit;
  return std::max({(lines + kLinesACycle - 1) / kLinesACycle, passes,
                   (bytes + kBytesACycle - 1) / kBytesACycle});
}

void add_global(AccessSums& sums, const WarpAccess& access, const Site& site) {
  const auto cost = gpu::global_cost(access);
  sums.global_requests += cost.requests;
  sums.global_lanes += lane_count(access.active);
  sums.global_sectors += cost.sectors;
  sums.global_ideal_sectors += cost.ideal_sectors;
  sums.global_lines += cost.tag_requests;
  if (cost.requests != 0 && site.access == AccessKind::kLoad) {
    sums.global_wavefronts += cycles_in_l1(access, cost.tag_requests);
  }
  if (access.width < 2 || site.access == AccessKind::kAtomic) sums.unmeasured += cost.requests;
  if (cost.sectors > cost.ideal_sectors) sums.costly_requests += cost.requests;
}

void add_shared(AccessSums& sums, const WarpAccess& access, const Site& site) {
  const auto cost = gpu::shared_cost(access, site.access);
  sums.shared_requests += cost.requests;
  sums.shared_lanes += lane_count(access.active);
  sums.shared_wavefronts += cost.wavefronts;
  sums.shared_ideal_wavefronts += cost.ideal_wavefronts;
  const bool measured = is_atomic(site) ? access.width == 4 : access.width >= 2;
  if (!measured) sums.unmeasured += cost.requests;
  if (cost.wavefronts > cost.ideal_wavefronts) sums.costly_requests += cost.requests;
}

void add_local(AccessSums& sums, const WarpAccess& access, const Site& site) {
  sums.local_requests += 1;
  sums.local_lanes += lane_count(access.active);
  sums.unmeasured += 1;
  if (site.local_stride == 0) return;
  // Where each lane is in its own object; lanes lie one after the other here.
  std::array<std::uint64_t, abi::kWarpSize> offsets{};
  std::uint64_t lowest = ~std::uint64_t{0};
  for (auto rest = access.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    offsets[lane] = access.address[lane] - std::uint64_t{lane} * site.local_stride;
    lowest = std::min(lowest, offsets[lane]);
  }
  for (auto& offset : offsets) offset -= lowest / kWordBytes * kWordBytes;
  sums.local_sectors += gpu::local_sectors({offsets, access.active, access.width});
}

void add_constant(AccessSums& sums, const WarpAccess& access) {
  sums.constant_requests += 1;
  sums.constant_lanes += lane_count(access.active);
  sums.constant_words += gpu::distinct_units(access, kWordBytes);
}

void add_piece(AccessSums& sums, const Site& site, std::uint32_t active, LaneAddresses addresses,
               std::uint32_t width, const LanesIn& in) {
  const auto part = [&](std::uint32_t lanes, auto add) {
    if (lanes != 0) add(WarpAccess{addresses, lanes, width});
  };
  part(active & in.shared, [&](const WarpAccess& a) { add_shared(sums, a, site); });
  part(active & in.local, [&](const WarpAccess& a) { add_local(sums, a, site); });
  part(active & in.remote, [&](const WarpAccess& a) {
    sums.cluster_requests += 1;
    sums.cluster_lanes += lane_count(a.active);
    sums.cluster_wavefronts += gpu::shared_cost(a, site.access).wavefronts;
  });
  part(active & ~(in.shared | in.local | in.remote), [&](const WarpAccess& a) {
    if (site.space == Space::kConstant) {
      add_constant(sums, a);
    } else {
      add_global(sums, a, site);
    }
  });
  if (is_atomic(site)) {
    const auto waiting = [&](std::uint32_t lanes) {
      return lane_count(lanes) - gpu::distinct_units({addresses, lanes, width}, width);
    };
    const auto on_global = active & ~(in.shared | in.local | in.remote);
    const auto all = waiting(active);
    sums.same_address += all;
    sums.global_same_address += on_global == active ? all : on_global == 0 ? 0 : waiting(on_global);
  }
}

LanesIn lanes_in(const Site& site, std::uint32_t active) {
  if (site.space == Space::kShared) return {active, 0, 0};
  if (site.space == Space::kLocal) return {0, active, 0};
  return {};
}

}  // namespace

AccessSums cost_of(const Site& site, std::uint32_t active, LaneAddresses addresses,
                   const LanesIn& in) {
  AccessSums sums;
  std::array<std::uint64_t, abi::kWarpSize> at;
  std::ranges::copy(addresses, at.begin());
  for (auto left = std::max(site.bytes, 1u); left != 0;) {
    const auto width = gpu::next_width(left, site.align);
    add_piece(sums, site, active, at, width, in);
    for (auto& address : at) address += width;
    left -= width;
  }
  return sums;
}

const PatternCosts::Known& PatternCosts::of(const Site& site, const Pattern& pattern) {
  const auto facts =
      std::uint64_t{site.bytes} << 32 | std::uint64_t{std::min(site.align, 0xffffu)} << 16 |
      static_cast<std::uint64_t>(site.access) << 8 | static_cast<std::uint64_t>(site.space);
  const Key key{pattern, facts};
  std::uint64_t hash = 0;
  for (const auto word :
       {static_cast<std::uint64_t>(pattern.stride), static_cast<std::uint64_t>(pattern.pitch),
        pattern.lanes, pattern.phase, facts}) {
    hash = std::rotl(hash ^ word, 29) * 0x9e3779b97f4a7c15u;
  }
  auto& entry = entries_[hash >> 40 & (kEntries - 1)];
  if (entry.used && entry.key == key) return entry.known;
  entry.key = key;
  entry.used = true;
  const auto active = static_cast<std::uint32_t>(pattern.lanes);
  // Far from both ends of the address space, so that no lane wraps around.
  constexpr std::uint64_t kMiddle = std::uint64_t{1} << 62;
  const probes::Rows rows{kMiddle + pattern.phase, pattern.stride, pattern.pitch,
                          static_cast<std::uint32_t>(pattern.lanes >> 32)};
  std::array<std::uint64_t, abi::kWarpSize> addresses;
  for (unsigned lane = 0; lane < addresses.size(); ++lane) addresses[lane] = rows.at(lane);
  entry.known.sums = cost_of(site, active, addresses, lanes_in(site, active));
  entry.known.costly = CostlyAccess::of(site, addresses, active, entry.known.sums.excess());
  return entry.known;
}

}  // namespace heddle::profiler
