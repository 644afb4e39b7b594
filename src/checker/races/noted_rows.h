// SPDX-License-Identifier: Apache-2.0
// The rows of global memory that compiled code has noted by itself (probes/row_notes.h), and the
// cells that the engine has (probes/cell_notes.h), and how they come to the detector: a word is
// taken down when somebody does anything else there, and from then on, as long as the launch may
// meet others, the detector is told of what happens there.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "checker/races/stretch.h"
#include "probes/cell_notes.h"
#include "probes/row_notes.h"

namespace heddle::checker::races {

class NotedRows {
 public:
  using Cells = std::span<const std::uint64_t, probes::CellNotes::kCells>;  // of a stretch

  NotedRows() = default;
  ~NotedRows();
  NotedRows(const NotedRows&) = delete;
  NotedRows& operator=(const NotedRows&) = delete;

  // Null: there is no address space for them, and code notes nothing.
  std::uint64_t* words();

  // A block whose rows and cells code may note begins.
  void show(abi::CodeNotes& notes, BlockId block, BlockId dead_below);
  // Lanes are anywhere around there: cells may be noted from now on.
  void make_cells(std::uint64_t address);

  // For a launch whose blocks end at `end`, which does something else in these 128 bytes. Calls
  // tell(owner, site's number, clock) for each access that was noted and is not dead, or
  // tell_cells(words, end of the blocks that they may be of); whoever else comes there waits for
  // that.
  template <class Tell, class TellCells>
  void take_down(std::uint64_t address, BlockId end, BlockId dead_below, Tell&& tell,
                 TellCells&& tell_cells) {
    using probes::RowNotes;
    if (!words_ || address >> RowNotes::kAddressBits != 0) return;
    const std::atomic_ref word(words_[address >> RowNotes::kStretchShift]);
    auto old = word.load(std::memory_order_acquire);
    std::uint64_t told = 0;
    for (;;) {
      // What is there may be of a launch that goes on when this one has ended.
      told = RowNotes::told_until(std::max(end - 1, RowNotes::block(old)));
      if (RowNotes::is_busy(old)) {
        __builtin_ia32_pause();
        old = word.load(std::memory_order_acquire);
      } else if (RowNotes::is_told(old) && !RowNotes::has_cells(old) && old >= told) {
        return;
      } else if (word.compare_exchange_weak(old, told | RowNotes::kBusy,
                                            std::memory_order_acq_rel)) {
        break;
      }
    }
    if (RowNotes::block(old) >= dead_below) {
      if (!RowNotes::is_told(old)) {
        tell_all(address, old, tell);
      } else if (RowNotes::has_cells(old)) {
        using probes::CellNotes;
        auto* const chunk = chunks_[address >> CellNotes::kChunkShift];
        const auto end_of_told = RowNotes::block(told) + 1;
        if (RowNotes::has_runs(old)) {
          const auto cells = probes::CellRuns::cells(CellNotes::runs_in(chunk, address));
          tell_cells(Cells(cells), end_of_told);
        } else {
          tell_cells(Cells(CellNotes::cells_in(chunk, address), CellNotes::kCells), end_of_told);
        }
      }
    }
    word.store(told, std::memory_order_release);
  }

  // It is new memory.
  void forget(std::uint64_t address, std::uint64_t bytes);

 private:
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
  std::uint64_t** chunks_ = nullptr;  // of words for cells, by address; each may be null
  bool tried_ = false;
  std::mutex making_;
  std::vector<std::uint64_t*> made_;  // chunks

  void forget_chunks(std::uint64_t address, std::uint64_t bytes);
};

}  // namespace heddle::checker::races
