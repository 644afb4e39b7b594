// SPDX-License-Identifier: Apache-2.0
// What is known of a cell of 4 bytes that no other thread has touched (cell_notes.h), in a word:
//
//   bits 34..63: the block    29..33: the warp    24..28: the lane
//   bits 16..23: the lane's clock    8..15 and 0..7: Site::id + 1 of up to two accesses
//
// 0: nobody has touched it.
#pragma once

#include <cstdint>

#include "probes/row_notes.h"

namespace heddle::probes {

struct CellWord {
  static constexpr unsigned kCellBytes = 4;
  static constexpr unsigned kCells = (1u << RowNotes::kStretchShift) / kCellBytes;  // of a stretch
  static constexpr unsigned kLaneShift = 24, kClockShift = 16, kSiteBits = 8;
  static constexpr std::uint64_t kSiteMask = (1u << kSiteBits) - 1;

  // As a tool reads a word that is not 0.
  static std::uint64_t block(std::uint64_t word) { return RowNotes::block(word); }
  static std::uint32_t warp(std::uint64_t word) { return RowNotes::warp(word); }
  static std::uint32_t lane(std::uint64_t word) { return word >> kLaneShift & 31; }
  static std::uint32_t clock(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> kClockShift & kSiteMask);
  }
  // The number of access k, plus 1; 0: there is none.
  static std::uint32_t site(std::uint64_t word, unsigned k) {
    return static_cast<std::uint32_t>(word >> (k * kSiteBits) & kSiteMask);
  }

  // Adds an access to a word; false: the word cannot say both.
  static bool add(std::uint64_t& word, std::uint64_t own) {
    if (word == 0 || word == own) return word = own, true;
    if ((word ^ own) >> kLaneShift != 0) return false;
    const auto site = own & kSiteMask, first = word & kSiteMask,
               second = word >> kSiteBits & kSiteMask;
    if ((word ^ own) >> kClockShift == 0) {
      if (first == site || second == site) return true;
      if (second != 0) return false;
      word |= site << kSiteBits;
      return true;
    }
    // Who races with what the thread did there before races with what it does now.
    if (second != 0 || first != site) return false;
    word = own;
    return true;
  }
};

}  // namespace heddle::probes
