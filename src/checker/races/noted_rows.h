// SPDX-License-Identifier: Apache-2.0
// The rows of global memory that compiled code has noted by itself (probes/row_notes.h), and how
// they come to the detector: a word is taken down when somebody does anything else there, and from
// then on, as long as the launch may meet others, the detector is told of what happens there.
#pragma once

#include <atomic>
#include <cstdint>

#include "checker/races/stretch.h"
#include "probes/row_notes.h"

namespace heddle::checker::races {

class NotedRows {
 public:
  NotedRows() = default;
  ~NotedRows();
  NotedRows(const NotedRows&) = delete;
  NotedRows& operator=(const NotedRows&) = delete;

  // Null: there is no address space for them, and code notes nothing.
  std::uint64_t* words();

  // A block whose rows code may note begins.
  void show(abi::CodeNotes& notes, BlockId block, BlockId dead_below);

  // For a launch whose blocks end at `end`, which does something else in these 128 bytes. Calls
  // tell(owner, site's number, clock) for each access that was noted and is not dead; whoever else
  // comes there waits for that.
  template <class Tell>
  void take_down(std::uint64_t address, BlockId end, BlockId dead_below, Tell&& tell) {
    if (!words_ || address >> probes::RowNotes::kAddressBits != 0) return;
    const std::atomic_ref word(words_[address >> probes::RowNotes::kStretchShift]);
    const auto told = told_until(end);
    auto old = word.load(std::memory_order_acquire);
    for (;;) {
      if (is_busy(old)) {
        __builtin_ia32_pause();
        old = word.load(std::memory_order_acquire);
      } else if (probes::RowNotes::is_told(old) && old >= told) {
        return;
      } else if (word.compare_exchange_weak(old, told | kBusy, std::memory_order_acq_rel)) {
        break;
      }
    }
    if (!probes::RowNotes::is_told(old) && probes::RowNotes::block(old) >= dead_below) {
      tell_all(address, old, tell);
    }
    word.store(told, std::memory_order_release);
  }

  // It is new memory.
  void forget(std::uint64_t address, std::uint64_t bytes);

 private:
  // Of a word that is told: somebody takes it down.
  static constexpr std::uint64_t kBusy = 1;
  static bool is_busy(std::uint64_t word) {
    return probes::RowNotes::is_told(word) && (word & kBusy) != 0;
  }
  static std::uint64_t told_until(BlockId end) {
    return (end - 1) << probes::RowNotes::kBlockShift | std::uint64_t{1}
                                                            << probes::RowNotes::kToldShift;
  }
  template <class Tell>
  static void tell_all(std::uint64_t address, std::uint64_t word, Tell& tell) {
    const auto cell = probes::RowNotes::cell(word);
    const std::uint64_t row = std::uint64_t{abi::kWarpSize} * cell;
    const Stretch::Owner owner{probes::RowNotes::block(word), probes::RowNotes::warp(word),
                               address - address % row, cell};
    for (unsigned k = 0; k < probes::RowNotes::kAccesses; ++k) {
      std::uint32_t site = 0, clock = 0;
      if (probes::RowNotes::read(word, k, &site, &clock)) tell(owner, site, clock);
    }
  }

  std::uint64_t* words_ = nullptr;
  bool tried_ = false;
};

}  // namespace heddle::checker::races
