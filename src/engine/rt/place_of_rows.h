// SPDX-License-Identifier: Apache-2.0
// Where the lanes of a regular access go, for the event that tells of it.
#pragma once

#include <algorithm>
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

// Fills in where the lanes of `event` go. False: it has to be looked at lane by lane.
inline bool find_place(probes::RowAccess& event, const abi::BlockContext& block,
                       const BlockRunner& runner) {
  const probes::Rows& rows = event.rows;
  if (block.cluster_size > 1 || is_far(rows.stride) || is_far(rows.pitch)) return false;
  if (rows.is_one()) {
    const probes::Row row{true, rows.first, rows.stride};
    event.low = row.lowest(event.active);
    event.high = row.highest(event.active);
  } else {
    const std::int64_t width = std::int64_t{1} << rows.width_log2;
    const std::int64_t along = rows.stride * (width - 1);
    const std::int64_t across = rows.pitch * ((abi::kWarpSize >> rows.width_log2) - 1);
    event.low = rows.first + static_cast<std::uint64_t>(std::min<std::int64_t>(along, 0) +
                                                        std::min<std::int64_t>(across, 0));
    event.high = rows.first + static_cast<std::uint64_t>(std::max<std::int64_t>(along, 0) +
                                                         std::max<std::int64_t>(across, 0));
  }
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
      return event.shared || (!runner.is_local(event.low) && !runner.is_local(event.high));
    }
    default:
      return true;
  }
}

}  // namespace heddle::engine
