// SPDX-License-Identifier: Apache-2.0
// Where each lane last read undefined bytes at each load, for a report of what they decide later.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

#include "image/kernel_abi.h"
#include "probes/events.h"

namespace heddle::checker {

class UndefinedReads {
 public:
  // The lanes of `event` in `lanes` have read undefined bytes; `undefined`: which, by lane.
  void note(const probes::UndefinedLoad& event, std::uint32_t lanes,
            std::span<const std::uint32_t, abi::kWarpSize> undefined);
  // The first undefined byte that the lane has read at `load`; none: it has read none there.
  std::optional<std::uint64_t> find(const probes::At& at, const probes::Site& load,
                                    unsigned lane) const;
  // The block's threads have ended.
  void forget(const probes::Block& block);

 private:
  // By worker: one block at a time.
  static constexpr std::size_t kParts = 64;
  using Key = std::tuple<std::uint32_t, std::uint32_t, const probes::Site*>;  // worker, warp
  using Addresses = std::array<std::uint64_t, abi::kWarpSize>;                // 0: none
  struct Part {
    std::atomic<bool> any = false;  // changes with `reads`
    mutable std::mutex mutex;
    std::map<Key, Addresses> reads;
  };
  std::array<Part, kParts> parts_;
};

}  // namespace heddle::checker
