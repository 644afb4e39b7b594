// SPDX-License-Identifier: Apache-2.0
// Where the lanes of a regular access go, for the event that tells of it.
#pragma once

#include <cstdint>

#include "engine/block/block_runner.h"
#include "probes/events.h"

namespace heddle::engine {

// Farther apart than any memory is large: such addresses may wrap around.
inline bool is_far(std::int64_t distance) {
  constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
  return distance > kFarthest || distance < -kFarthest;
}

// A generic access of which more bytes than this lie between two lanes may go to several memories.
inline constexpr std::uint64_t kMostOfOneMemory = std::uint64_t{1} << 20;

// Some of it may be shared memory of another block of the cluster.
inline bool is_in_cluster(const abi::BlockContext& block, std::uint64_t low, std::uint64_t high) {
  if (block.cluster_size <= 1) return false;
  const auto begin = reinterpret_cast<std::uint64_t>(block.cluster_shared);
  const auto end = begin + (std::uint64_t{block.cluster_size} << block.cluster_shift);
  return high >= begin && low < end;
}

// Fills in where the lanes of `event` go. False: it has to be looked at lane by lane.
inline bool find_place(probes::RowAccess& event, const abi::BlockContext& block,
                       const BlockRunner& runner) {
  const probes::Rows& rows = event.rows;
  if (is_far(rows.stride) || is_far(rows.pitch)) return false;
  const auto [low, high] = rows.ends(event.active);
  event.low = low;
  event.high = high;
  switch (event.site.space) {
    case probes::Space::kLocal:
      return false;
    case probes::Space::kShared:
      event.shared = true;
      return true;
    case probes::Space::kGeneric: {
      const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
      const auto bytes = event.block.shared.size();
      event.shared = event.low - begin < bytes;
      if (event.shared != (event.high - begin < bytes)) return false;
      if (event.high - event.low > kMostOfOneMemory) return false;
      if (!event.shared && is_in_cluster(block, event.low, event.high)) return false;
      return event.shared || (!runner.is_local(event.low) && !runner.is_local(event.high));
    }
    default:
      return true;
  }
}

}  // namespace heddle::engine
