// SPDX-License-Identifier: Apache-2.0
// What a check keeps of each block that runs. A worker runs one block at a time, in one thread; so
// its place in the table needs no lock, and the state of a block that has ended is used again for
// the worker's next one: State::begin makes it new.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "probes/events.h"

namespace heddle::checker {

template <class State>
class RunningBlocks {
 public:
  RunningBlocks() = default;
  RunningBlocks(const RunningBlocks&) = delete;
  RunningBlocks& operator=(const RunningBlocks&) = delete;
  ~RunningBlocks() {
    for (auto& part : parts_) delete part.load();
  }

  State& begin(const probes::Block& block) {
    Slot& slot = slot_of(block.worker);
    if (!slot.state) slot.state = std::make_unique<State>();
    slot.state->begin(block);
    slot.block = &block;
    slot.launch.store(block.launch.id, std::memory_order_release);
    return *slot.state;
  }

  // Null for a block whose beginning nobody told.
  State* of(const probes::Block& block) {
    Slot& slot = slot_of(block.worker);
    return slot.block == &block ? slot.state.get() : nullptr;
  }

  void end(const probes::Block& block) {
    Slot& slot = slot_of(block.worker);
    slot.launch.store(kNone, std::memory_order_relaxed);
    slot.block = nullptr;
  }

  // Those of a launch that has ended: its kernel failed.
  std::vector<std::unique_ptr<State>> take(const probes::Launch& launch) {
    std::vector<std::unique_ptr<State>> taken;
    for (auto& place : parts_) {
      Part* part = place.load(std::memory_order_acquire);
      if (!part) continue;
      for (Slot& slot : *part) {
        // Slots of launches that still run are their workers' own.
        if (slot.launch.load(std::memory_order_acquire) != launch.id) continue;
        slot.launch.store(kNone, std::memory_order_relaxed);
        slot.block = nullptr;
        taken.push_back(std::move(slot.state));
      }
    }
    return taken;
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  static constexpr std::size_t kParts = 1024, kSlots = 64;
  // Workers write theirs at every block: none shares a cache line with another's.
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> launch{kNone};  // whose block runs there
    const probes::Block* block = nullptr;
    std::unique_ptr<State> state;
  };
  using Part = std::array<Slot, kSlots>;

  Slot& slot_of(std::uint32_t worker) {
    auto& place = parts_[worker / kSlots % kParts];
    Part* part = place.load(std::memory_order_acquire);
    if (!part) [[unlikely]] {
      part = make_part(place);
    }
    return (*part)[worker % kSlots];
  }
  [[gnu::noinline]] static Part* make_part(std::atomic<Part*>& place) {
    auto made = std::make_unique<Part>();
    Part* part = nullptr;
    if (place.compare_exchange_strong(part, made.get(), std::memory_order_acq_rel)) {
      part = made.release();
    }
    return part;
  }

  std::array<std::atomic<Part*>, kParts> parts_{};
};

}  // namespace heddle::checker
