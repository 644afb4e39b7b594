// SPDX-License-Identifier: Apache-2.0
// Who has arrived at the barriers of a block that tools listen to, for the event that one opens.
#pragma once

#include <array>
#include <cstdint>

#include "image/kernel_abi.h"

namespace heddle::engine {

class BlockRunner;

class OpenedBarriers {
 public:
  explicit OpenedBarriers(BlockRunner& runner) : runner_(runner) {}

  void start() { arrived_ = {}; }
  // `lanes` of a warp wait at the barrier, or arrive and go on.
  void arrive(std::uint32_t id, std::uint32_t warp, std::uint32_t lanes) {
    arrived_[id][warp] |= lanes;
  }
  // It opens; it counted `threads`, 0: all of the block.
  void open(std::uint32_t id, std::uint32_t threads);

 private:
  BlockRunner& runner_;
  std::array<std::array<std::uint32_t, abi::kWarpSize>, abi::kBarrierCount> arrived_{};
};

}  // namespace heddle::engine
