// SPDX-License-Identifier: Apache-2.0
// Which lanes have accessed the shared memory of other blocks of their cluster since all its
// threads last met. That memory is there until its block ends; so a thread of that block has to
// know of each such access when it ends (by the cluster's barrier, an mbarrier, ..): else the
// block may as well have ended before.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "checker/races/clocks.h"
#include "probes/events.h"

namespace heddle::checker::races {

// The last access of each lane of a warp to the shared memory of one block.
struct RemoteUse {
  unsigned rank, warp;  // whose
  BlockId block;
  unsigned target;  // rank
  std::uint32_t lanes = 0;
  LaneClocks clocks{};
  std::array<const probes::Site*, abi::kWarpSize> sites{};
};

class RemoteUses {
 public:
  void begin(unsigned blocks) {
    blocks_ = blocks;
    index_.assign(std::size_t{blocks} * blocks * abi::kWarpSize, 0);
    uses_.clear();
  }
  void clear() {
    if (uses_.empty()) return;
    std::ranges::fill(index_, 0);
    uses_.clear();
  }
  RemoteUse& of(unsigned rank, unsigned warp, BlockId block, unsigned target) {
    auto& number = index_[(std::size_t{target} * blocks_ + rank) * abi::kWarpSize + warp];
    if (number == 0) {
      uses_.push_back({rank, warp, block, target});
      number = static_cast<std::uint32_t>(uses_.size());
    }
    return uses_[number - 1];
  }
  const std::vector<RemoteUse>& all() const { return uses_; }

 private:
  unsigned blocks_ = 0;
  std::vector<std::uint32_t> index_;  // by target, rank and warp: a number in uses_, from 1 on
  std::vector<RemoteUse> uses_;
};

// An access that nothing orders before the end of the block whose shared memory it goes to.
struct UseAtEnd {
  probes::At at;  // of the block that accesses, all such lanes of a warp
  const probes::Block& owner;
};

}  // namespace heddle::checker::races
