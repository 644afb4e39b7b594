// SPDX-License-Identifier: Apache-2.0
// How many sectors the atomic operations of a launch asked of each line of memory. Lines are told
// apart by the lower bits of their names (Allocations): two of a few hundred, which is where the
// line with most decides, hardly share one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::profiler {

class AtomicLines {
 public:
  void add(std::uint32_t name, std::uint64_t sectors) {
    // Half of the slots are free, so that a look ends soon.
    if (2 * (used_ + 1) > slots_.size()) grow();
    auto& slot = slot_of(name & kNames);
    used_ += slot.sectors == 0;
    slot.name = name & kNames;
    slot.sectors += sectors;
  }
  void add(const AtomicLines& other) {
    for (const auto& slot : other.slots_) {
      if (slot.sectors != 0) add(slot.name, slot.sectors);
    }
  }
  // Of the line that was asked for most.
  std::uint64_t hottest() const {
    std::uint64_t most = 0;
    for (const auto& slot : slots_) most = std::max(most, slot.sectors);
    return most;
  }

 private:
  static constexpr std::uint32_t kNames = (1u << 20) - 1;
  static constexpr std::size_t kFirstSlots = 1u << 8;

  struct Slot {
    std::uint32_t name = 0;
    std::uint64_t sectors = 0;  // 0: it is free
  };
  // Names are scrambled, so their lower bits are spread.
  Slot& slot_of(std::uint32_t name) {
    auto at = name % slots_.size();
    while (slots_[at].sectors != 0 && slots_[at].name != name) at = (at + 1) % slots_.size();
    return slots_[at];
  }
  void grow() {
    auto before =
        std::exchange(slots_, std::vector<Slot>(std::max(kFirstSlots, 2 * slots_.size())));
    for (const auto& slot : before) {
      if (slot.sectors != 0) slot_of(slot.name) = slot;
    }
  }
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace heddle::profiler
