// SPDX-License-Identifier: Apache-2.0
// How long the warps of a worker's blocks were busy, in the words that probes::WarpClocks leaves to
// the tool.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>

#include "probes/counters.h"

namespace heddle::profiler {

struct BlockTimes {
  std::uint64_t all = 0;                // of all warps
  std::uint64_t longest_of_blocks = 0;  // of the longest warp of each block
  std::uint64_t longest = 0;            // of the longest one of all
  std::uint64_t longest_block = 0;      // of all warps of the block that has most

  static const BlockTimes& of(const probes::WarpClocks& clocks) {
    static_assert(sizeof(BlockTimes) == sizeof clocks.own);
    return reinterpret_cast<const BlockTimes&>(clocks.own);
  }

  // A block has ended. Returns how long its warps were busy, all together.
  static std::uint64_t take(probes::WarpClocks& clocks) {
    auto& own = reinterpret_cast<BlockTimes&>(clocks.own);
    const auto sum =
        std::accumulate(std::begin(clocks.cycles), std::end(clocks.cycles), std::uint64_t{0});
    const auto longest = *std::max_element(std::begin(clocks.cycles), std::end(clocks.cycles));
    own.all += sum;
    own.longest_of_blocks += longest;
    own.longest = std::max(own.longest, longest);
    own.longest_block = std::max(own.longest_block, sum);
    std::fill(std::begin(clocks.cycles), std::end(clocks.cycles), 0);
    return sum;
  }
};

}  // namespace heddle::profiler
