// SPDX-License-Identifier: Apache-2.0
// An access as the event that tells of each lane: which memory its lanes go to.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "engine/block/block_runner.h"
#include "probes/events.h"
#include "probes/lane_vectors.h"

namespace heddle::engine {

// As probes::row_of: most lanes that are anywhere are no row by their third one.
inline probes::Row row_of_lanes(probes::LaneAddresses addresses, std::uint32_t active) {
  const auto next = [](std::uint32_t& rest) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    rest &= rest - 1;
    return lane;
  };
  if (std::popcount(active) > 2) {
    auto rest = active;
    const auto a = next(rest), b = next(rest), c = next(rest);
    const auto to_b = addresses[b] - addresses[a], to_c = addresses[c] - addresses[a];
    if (to_b * (c - a) != to_c * (b - a)) return {};
  }
  return probes::row_of(addresses, active);
}

inline std::uint32_t lanes_in_shared(const probes::At& at, const std::uint64_t* addresses) {
  const auto shared = at.block.shared;
  const auto begin = reinterpret_cast<std::uint64_t>(shared.data());
  return at.active & probes::lanes_below(addresses, begin, ~std::uint64_t{0}, shared.size());
}

// In shared memory of the cluster's blocks: of any, and of other ones.
struct InCluster {
  std::uint32_t any, others;
};
inline InCluster lanes_in_cluster(const probes::At& at, const abi::BlockContext& block,
                                  const std::uint64_t* addresses) {
  const auto begin = reinterpret_cast<std::uint64_t>(block.cluster_shared);
  const auto each = std::uint64_t{1} << block.cluster_shift;
  const auto below = [&](std::uint64_t first, std::uint64_t count) {
    return probes::lanes_below(addresses, begin + first * each, ~std::uint64_t{0}, count * each);
  };
  const auto any = at.active & below(0, block.cluster_size);
  return {any, any & ~below(block.cluster_rank, 1)};
}

inline std::uint32_t lanes_in_local(const probes::At& at, const BlockRunner& runner,
                                    const std::uint64_t* addresses) {
  std::uint32_t lanes = 0;
  for (std::uint32_t rest = at.active; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (runner.is_local(addresses[lane])) lanes |= 1u << lane;
  }
  return lanes;
}

// `rows`: addresses, objects. `row`: what is known of the addresses.
inline probes::Access lane_by_lane(const probes::At& at, const abi::BlockContext& block,
                                   const BlockRunner& runner,
                                   const std::uint64_t (*rows)[abi::kWarpSize],
                                   const probes::Row& row, bool one_object) {
  const auto* addresses = rows[0];
  probes::Access event{at, std::span(rows[0]), std::span(rows[1]), 0, 0, 0};
  event.row = row;
  event.one_object = one_object;
  std::uint32_t in_cluster = 0;
  if (block.cluster_size > 1) {
    const auto in = lanes_in_cluster(at, block, addresses);
    in_cluster = in.any;
    event.remote = in.others;
  }
  switch (at.site.space) {
    case probes::Space::kShared:
      event.shared = at.active;
      break;
    case probes::Space::kLocal:
      event.local = at.active;
      break;
    case probes::Space::kGeneric:
      event.shared = lanes_in_shared(at, addresses);
      if (in_cluster != at.active) event.local = lanes_in_local(at, runner, addresses);
      break;
    default:
      break;
  }
  return event;
}

}  // namespace heddle::engine
