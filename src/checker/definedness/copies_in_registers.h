// SPDX-License-Identifier: Apache-2.0
// Undefined bytes on their way from a load to the store of the same bytes (Site::copy), by lane.
// Most of the time there are none, and nothing is kept.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "image/kernel_abi.h"
#include "probes/events.h"

namespace heddle::checker {

class CopiesInRegisters {
 public:
  using Lanes = std::array<std::uint32_t, abi::kWarpSize>;  // bit i of a lane: byte i is undefined

  // The active lanes of `event` have loaded `undefined`; `any`: some of it is.
  void loaded(const probes::Access& event, const Lanes& undefined, bool any);
  // What the load left, all 0 where it was defined; false: it is.
  bool find(const probes::Access& event, Lanes& undefined) const;
  // Nothing undefined is under way.
  bool empty() const { return kept_.load(std::memory_order_relaxed) == 0; }
  // The block's threads have ended.
  void forget(const probes::Block& block);

 private:
  // Of a worker: one block at a time.
  static constexpr std::size_t kParts = 64;
  struct Part {
    mutable std::mutex mutex;
    std::unordered_map<std::uint64_t, Lanes> lanes;
  };
  static std::uint64_t key(const probes::Access& event) {
    return std::uint64_t{event.block.worker} << 40 | std::uint64_t{event.warp} << 32 |
           event.site.copy;
  }
  std::array<Part, kParts> parts_;
  std::atomic<std::size_t> kept_{0};
};

}  // namespace heddle::checker
