// SPDX-License-Identifier: Apache-2.0
// Which threads of a running block have not ended.
#pragma once

#include <array>
#include <cstdint>

#include "probes/events.h"

namespace heddle::checker {

class LiveThreads {
 public:
  // A block has as many warps as a warp has lanes, at most.
  static constexpr std::uint32_t kMostWarps = abi::kWarpSize;

  void begin(const probes::Block& block) {
    const auto* dim = block.launch.block;
    threads_ = dim[0] * dim[1] * dim[2];
    warps_ = (threads_ + abi::kWarpSize - 1) / abi::kWarpSize;
    for (std::uint32_t warp = 0; warp < warps_; ++warp) live_[warp] = ~0u;
    if (threads_ % abi::kWarpSize != 0) live_[warps_ - 1] = (1u << threads_ % abi::kWarpSize) - 1;
  }

  std::uint32_t threads() const { return threads_; }
  std::uint32_t warps() const { return warps_; }
  std::uint32_t of(std::uint32_t warp) const { return live_[warp]; }
  // Those that the warp began with.
  std::uint32_t all_of(std::uint32_t warp) const {
    const std::uint32_t left = threads_ - warp * abi::kWarpSize;
    return left >= abi::kWarpSize ? ~0u : (1u << left) - 1;
  }
  void end(std::uint32_t warp, std::uint32_t lanes) { live_[warp] &= ~lanes; }

 private:
  std::uint32_t threads_ = 0, warps_ = 0;
  std::array<std::uint32_t, kMostWarps> live_{};
};

}  // namespace heddle::checker
