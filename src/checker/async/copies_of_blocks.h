// SPDX-License-Identifier: Apache-2.0
// What the checks of asynchronous copies have in common: places in a block's shared memory, and
// which workers' blocks have copies under way.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "image/kernel_abi.h"
#include "probes/listener.h"

namespace heddle::checker {

// Of `address` in the block's shared memory; beyond its size where it is elsewhere.
inline std::uint64_t offset_in_shared(const probes::Block& block, std::uint64_t address) {
  return address - reinterpret_cast<std::uint64_t>(block.shared.data());
}

inline std::uint32_t thread_of_lane(const probes::At& event, unsigned lane) {
  return event.warp * abi::kWarpSize + lane;
}

// The phase that the mbarrier at `address` is in; none where it is not in this block's shared
// memory.
std::optional<std::uint64_t> phase_of(const probes::Block& block, std::uint64_t address);

// Accesses that need not be told of: of other memory, and of kernels that do not copy so.
probes::Pass need_no_look(const probes::Access& event);

// Asked for at every access.
class BusyWorkers {
 public:
  bool has(const probes::Block& block) const {
    return any_[block.worker % kWorkers].load(std::memory_order_relaxed);
  }
  void set(const probes::Block& block, bool busy) {
    any_[block.worker % kWorkers].store(busy, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kWorkers = 4096;
  std::array<std::atomic<bool>, kWorkers> any_{};
};

}  // namespace heddle::checker
