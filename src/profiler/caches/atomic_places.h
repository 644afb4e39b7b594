// SPDX-License-Identifier: Apache-2.0
// How often the atomic operations of a launch went to each place, a line or a word of memory.
// Places are told apart by the lower bits of their names (Allocations): two of a few hundred, which
// is where the place with most decides, hardly share one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::profiler {

class AtomicPlaces {
 public:
  explicit AtomicPlaces(unsigned name_bits = 20) : names_((1u << name_bits) - 1) {}

  void add(std::uint32_t name, std::uint64_t times) {
    // Half of the slots are free, so that a look ends soon.
    if (2 * (used_ + 1) > slots_.size()) grow();
    auto& slot = slot_of(name & names_);
    used_ += slot.times == 0;
    slot.name = name & names_;
    slot.times += times;
  }
  void add(const AtomicPlaces& other) {
    for (const auto& slot : other.slots_) {
      if (slot.times != 0) add(slot.name, slot.times);
    }
  }
  // Of the place that has most.
  std::uint64_t most() const {
    std::uint64_t all = 0;
    for (const auto& slot : slots_) all = std::max(all, slot.times);
    return all;
  }
  // How often compare-and-swap operations have to come again, were all of a place under way
  // together: of k, an H200 made k to the power 1.8 (tests/profile/data/h200_asked.txt, "sums by
  // swaps": 2.0 each of 2, 4.5 of 8, 22 of 66, 72 of 256, 1530 of 8192). Without those of places
  // that only share a name.
  double retries() const {
    constexpr double kPower = 1.8;
    double all = 0, pairs = 0, again = 0;
    for (const auto& slot : slots_) {
      const auto own = static_cast<double>(slot.times);
      all += own;
      pairs += own * (own - 1) / 2;
      again += own > 1 ? std::pow(own, kPower) - own : 0;
    }
    const auto expected = all * all / 2 / (static_cast<double>(names_) + 1);
    return pairs > 2 * expected ? again * (1 - expected / pairs) : 0;
  }

 private:
  static constexpr std::size_t kFirstSlots = 1u << 8;

  struct Slot {
    std::uint32_t name = 0;
    std::uint64_t times = 0;  // 0: it is free
  };
  // Names are scrambled, so their lower bits are spread.
  Slot& slot_of(std::uint32_t name) {
    auto at = name % slots_.size();
    while (slots_[at].times != 0 && slots_[at].name != name) at = (at + 1) % slots_.size();
    return slots_[at];
  }
  void grow() {
    const auto before =
        std::exchange(slots_, std::vector<Slot>(std::max(kFirstSlots, 2 * slots_.size())));
    for (const auto& slot : before) {
      if (slot.times != 0) slot_of(slot.name) = slot;
    }
  }
  std::uint32_t names_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
};

}  // namespace heddle::profiler
