// SPDX-License-Identifier: Apache-2.0
// Who has arrived at the barriers of a block that tools listen to, for the event that one opens.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "image/kernel_abi.h"

namespace heddle::engine {

class BlockRunner;

class OpenedBarriers {
 public:
  explicit OpenedBarriers(BlockRunner& runner) : runner_(runner) {}

  // Another block begins. The one before may have left lanes at a barrier, if its kernel failed.
  void start() {
    for (; some_; some_ &= some_ - 1) arrived_[static_cast<unsigned>(std::countr_zero(some_))] = {};
  }
  // `lanes` of a warp wait at the barrier, or arrive and go on.
  void arrive(std::uint32_t id, std::uint32_t warp, std::uint32_t lanes) {
    some_ |= std::uint64_t{1} << id;
    arrived_[id][warp] |= lanes;
  }
  // It opens; it counted `threads`, 0: all of the block.
  void open(std::uint32_t id, std::uint32_t threads);

 private:
  BlockRunner& runner_;
  std::uint64_t some_ = 0;  // barriers at which somebody has arrived
  std::array<std::array<std::uint32_t, abi::kWarpSize>, abi::kBarrierCount> arrived_{};
};

}  // namespace heddle::engine
