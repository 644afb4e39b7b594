// SPDX-License-Identifier: Apache-2.0
// Rows of cells in global memory that compiled code notes by itself: each lane of a full warp
// touches its own cell of 4, 8 or 16 bytes, side by side, from a multiple of the row's size on. No
// two of these accesses can race as long as nobody else comes there, so a word for each 128 bytes
// that says who was there, from which places in the program and when, is all that a tool needs; it
// takes the word down when somebody does something else there.
//
//   bits 34..63: the block    29..33: the warp    28: told    26..27: log2 of the cell, less 2
//   bits 13..25 and 0..12: an access each: 8 bits of its Site::id + 1, 5 bits of the warp's clock
//
// Told: the tool itself keeps what happens there, and is told of it, while the word is alive; or,
// with kCells, there is a word for each cell, or runs of them (cell_notes.h). The block is then the
// last one for which that holds. Words below CodeNotes::alive are of blocks that all others come
// after.
#pragma once

#include <atomic>
#include <cstdint>

#include "image/kernel_abi.h"

namespace heddle::probes {

struct RowNotes {
  static constexpr unsigned kAddressBits = 47;  // of memory that has words
  static constexpr unsigned kStretchShift = 7;
  static constexpr unsigned kBlockShift = 34, kWarpShift = 29, kToldShift = 28, kCellShift = 26;
  static constexpr unsigned kAccessBits = 13, kClockBits = 5, kAccesses = 2;
  static constexpr std::uint64_t kMostBlocks = std::uint64_t{1} << (64 - kBlockShift);
  static constexpr std::uint64_t kTold = std::uint64_t{1} << kToldShift;
  // Of a word that is told. Busy: somebody changes what is known of the stretch.
  static constexpr std::uint64_t kBusy = 1, kCells = 2, kRuns = 4;
  static constexpr unsigned kSmallestCellLog2 = 2, kLargestCellLog2 = 4;

  static constexpr std::uint64_t access(std::uint32_t site, std::uint32_t clock) {
    return std::uint64_t{site + 1} << kClockBits | clock;
  }

  // All lanes of a warp touch the row from `first` on, at the place in the program that `site`
  // numbers. False: it has not been noted, or not all of it, and a tool has to be told.
  static bool note(const abi::CodeNotes& notes, std::uint32_t warp, std::uint32_t site,
                   std::uint64_t first, unsigned cell_log2) {
    const auto row = std::uint64_t{abi::kWarpSize} << cell_log2;
    const auto clock = notes.clocks[warp];
    if (!notes.rows || clock >> kClockBits != 0 || (first & (row - 1)) != 0 ||
        first >> kAddressBits != 0) {
      return false;
    }
    const auto own = notes.own | std::uint64_t{warp} << kWarpShift |
                     std::uint64_t{cell_log2 - kSmallestCellLog2} << kCellShift;
    auto* const words = notes.rows + (first >> kStretchShift);
    for (std::uint64_t k = 0; k < row >> kStretchShift; ++k) {
      if (!note(words[k], own, notes.alive, access(site, clock))) return false;
    }
    return true;
  }

  // As a tool reads a word.
  static std::uint64_t block(std::uint64_t word) { return word >> kBlockShift; }
  static std::uint32_t warp(std::uint64_t word) { return word >> kWarpShift & 31; }
  static bool is_told(std::uint64_t word) { return (word >> kToldShift & 1) != 0; }
  static bool is_busy(std::uint64_t word) { return is_told(word) && (word & kBusy) != 0; }
  static bool has_cells(std::uint64_t word) { return is_told(word) && (word & kCells) != 0; }
  static bool has_runs(std::uint64_t word) { return has_cells(word) && (word & kRuns) != 0; }
  static constexpr std::uint64_t told_until(std::uint64_t last_block) {
    return last_block << kBlockShift | kTold;
  }
  static std::uint32_t cell(std::uint64_t word) {
    return 1u << ((word >> kCellShift & 3) + kSmallestCellLog2);
  }
  // Of access k: false where there is none.
  static bool read(std::uint64_t word, unsigned k, std::uint32_t* site, std::uint32_t* clock) {
    const auto bits = word >> (k * kAccessBits) & ((1u << kAccessBits) - 1);
    if (bits == 0) return false;
    *site = static_cast<std::uint32_t>(bits >> kClockBits) - 1;
    *clock = bits & ((1u << kClockBits) - 1);
    return true;
  }

 private:
  static bool note(std::uint64_t& word, std::uint64_t own, std::uint64_t alive,
                   std::uint64_t access) {
    constexpr std::uint64_t kOne = (std::uint64_t{1} << kAccessBits) - 1;
    const std::atomic_ref shared(word);
    auto old = shared.load(std::memory_order_relaxed);
    if (old < alive) return shared.compare_exchange_strong(old, own | access);
    if ((old ^ own) >> kCellShift != 0) return false;
    const auto first = old & kOne, second = old >> kAccessBits & kOne;
    if (first == access || second == access) return true;
    return second == 0 && shared.compare_exchange_strong(old, old | access << kAccessBits);
  }
};
static_assert(abi::kUntoldSites < 1u << (RowNotes::kAccessBits - RowNotes::kClockBits));

}  // namespace heddle::probes
