// SPDX-License-Identifier: Apache-2.0
// Which threads of the running blocks have not ended.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "probes/events.h"

namespace heddle::checker {

class LiveThreads {
 public:
  explicit LiveThreads(const probes::Block& block) {
    const auto* dim = block.launch.block;
    std::uint32_t threads = dim[0] * dim[1] * dim[2];
    threads_ = threads;
    for (; threads > 0; threads -= std::min(threads, abi::kWarpSize)) {
      warps_.push_back(threads >= abi::kWarpSize ? ~0u : (1u << threads) - 1);
    }
  }

  std::uint32_t threads() const { return threads_; }
  std::size_t warps() const { return warps_.size(); }
  std::uint32_t of(std::uint32_t warp) const { return warps_[warp]; }
  void end(std::uint32_t warp, std::uint32_t lanes) { warps_[warp] &= ~lanes; }

 private:
  std::uint32_t threads_;
  std::vector<std::uint32_t> warps_;
};

}  // namespace heddle::checker
