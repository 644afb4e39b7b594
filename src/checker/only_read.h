// SPDX-License-Identifier: Apache-2.0
// Memory that a launch only reads: what it reads there cannot race. All stores of most kernels go
// through pointers that they are given. Where memcheck keeps each such store within the allocation
// that its pointer belongs to, the others are not written, and their readers need not be noted.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "checker/memory/ranges.h"
#include "probes/events.h"

namespace heddle::checker {

class OnlyRead {
 public:
  explicit OnlyRead(const MemoryRanges& memory) : memory_(memory) {}

  void begin(const probes::Launch& launch);
  void end(const probes::Launch& launch);

  // The allocation that the accesses of the site are made to, if the launch only reads there. Of
  // launches that run one at a time; else null.
  const MemoryRange* find(const probes::At& event) const {
    if (launch_.load(std::memory_order_acquire) != event.block.launch.id) return nullptr;
    const auto id = event.site.id;
    return id < of_site_.size() && &event.block.launch.sites[id] == &event.site ? of_site_[id]
                                                                                : nullptr;
  }

 private:
  const MemoryRange* given(const probes::Launch& launch, const probes::Site& site) const;
  bool find_written(const probes::Launch& launch);

  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  const MemoryRanges& memory_;
  std::mutex mutex_;
  unsigned running_ = 0;
  std::atomic<std::uint64_t> launch_ = kNone;  // what the tables below are of
  std::vector<const MemoryRange*> of_site_, written_;
};

}  // namespace heddle::checker
