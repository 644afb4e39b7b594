// SPDX-License-Identifier: Apache-2.0
// Which blocks of a large grid are looked at: of as many blocks that follow each other as it takes
// to look at about a thousand in all, one, chosen by a hash, so that no period of the grid is hit.
// It is the same one in every run. Code counts in all blocks; what the tool has to look at, access
// by access, it looks at in these.
#pragma once

#include <bit>
#include <cstdint>

#include "probes/events.h"

namespace heddle::profiler {

class BlockSample {
 public:
  static constexpr std::uint64_t kBlocks = 1024;  // to twice as many are looked at

  // `exact`: all blocks are looked at.
  explicit BlockSample(bool exact) : exact_(exact) {}

  // A block: whether it is looked at, and how near it is to being looked at, the lower the nearer.
  struct Choice {
    bool taken = true;
    std::uint64_t rank = 0;
  };
  Choice of(const probes::Block& block) const {
    const auto* grid = block.launch.grid;
    const auto group = exact_ ? 1 : blocks_of_one(std::uint64_t{grid[0]} * grid[1] * grid[2]);
    if (group == 1) return {};
    const auto own =
        block.index[0] + grid[0] * (block.index[1] + std::uint64_t{grid[1]} * block.index[2]);
    const auto chosen = hash(own / group) & (group - 1);
    return {(own & (group - 1)) == chosen, hash(~own)};
  }

  // One of so many is looked at in a grid of so many.
  static std::uint64_t blocks_of_one(std::uint64_t grid) {
    return grid < 2 * kBlocks ? 1 : std::bit_floor(grid / kBlocks);
  }

 private:
  static std::uint64_t hash(std::uint64_t number) {
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
  }
  const bool exact_;
};

}  // namespace heddle::profiler
