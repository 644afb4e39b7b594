// SPDX-License-Identifier: Apache-2.0
// The barriers of a launch that several blocks meet at: of the grid, and of its clusters. Blocks
// leave one, and come to the next, while others have not been told yet: each phase has a row.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

#include "checker/races/block_state.h"

namespace heddle::checker::races {

class WideBarriers {
 public:
  struct Key {
    unsigned barrier;
    BlockId group;  // first block of the cluster, or of the grid
    std::uint32_t phase;
    auto operator<=>(const Key&) const = default;
  };

  void arrive(Key key, const WideGathered& part);
  // A block that ended: its last clock counts at each later barrier.
  void end(Clock top);
  // When all have arrived. The same for each block that asks.
  WideGathered open(Key key);

 private:
  struct Row {
    WideGathered all;
    bool opened = false;
  };
  std::mutex mutex_;
  std::map<Key, Row> rows_;
  std::atomic<Clock> ended_ = 0;
};

}  // namespace heddle::checker::races
