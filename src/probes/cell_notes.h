// SPDX-License-Identifier: Apache-2.0
// Lanes anywhere in global memory that the engine notes for a tool: each touches cells of 4 bytes
// that no other thread has touched. Like rows (row_notes.h), and beside them: a stretch of 128
// bytes whose word there says so (RowNotes::kCells) has a word for each of its 32 cells.
//
//   bits 34..63: the block    29..33: the warp    24..28: the lane
//   bits 16..23: the lane's clock    8..15 and 0..7: Site::id + 1 of up to two accesses
//
// 0: nobody has touched it. The words of a stretch are set to that when it gets them, and belong to
// who has set its RowNotes::kBusy.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "image/kernel_abi.h"
#include "probes/row_notes.h"

namespace heddle::probes {

class CellNotes {
 public:
  static constexpr unsigned kCellBytes = 4;
  static constexpr unsigned kCells = (1u << RowNotes::kStretchShift) / kCellBytes;  // of a stretch
  // Memory has words by chunks of this size, which a tool makes. Where they are stands in a table,
  // null where there are none yet; and where that is, in front of the words of all stretches.
  static constexpr unsigned kChunkShift = 20;
  static constexpr std::uint64_t kChunkWords = (std::uint64_t{1} << kChunkShift) / kCellBytes;
  static constexpr unsigned kLaneShift = 24, kClockShift = 16, kSiteBits = 8;
  static constexpr std::uint64_t kSiteMask = (1u << kSiteBits) - 1;

  static std::uint64_t**& chunks(std::uint64_t* rows) {
    return reinterpret_cast<std::uint64_t**&>(rows[-1]);
  }

  // A lane touches so many bytes: whole cells.
  static constexpr bool fits(std::uint32_t bytes) {
    return bytes == 4 || bytes == 8 || bytes == 16;
  }

  // False: what is there now is not for cells.
  static bool may_be_at(const abi::CodeNotes& notes, std::uint64_t address) {
    if (!notes.rows || address >> RowNotes::kAddressBits != 0) return false;
    const auto word = std::atomic_ref(notes.rows[address >> RowNotes::kStretchShift])
                          .load(std::memory_order_relaxed);
    return word < notes.alive || RowNotes::has_cells(word);
  }

  // The lanes of `active` that have not been noted, of which a tool has to be told. Which may be
  // all: `site` numbers the place in the program, which touches `bytes` bytes of each lane.
  static std::uint32_t note(const abi::CodeNotes& notes, std::uint32_t warp, std::uint32_t site,
                            std::uint32_t bytes, std::uint32_t active,
                            const std::uint64_t (&addresses)[abi::kWarpSize]) {
    const std::uint64_t clock = notes.clocks[warp];
    if (!notes.rows || clock > kSiteMask || site >= kSiteMask) return active;
    const auto own = word_of(notes, warp, site, clock);
#if defined(__x86_64__)
    if (bytes == kCellBytes && has_vectors()) {
      if (const auto left = touch_in_order(notes, own, active, addresses)) return *left;
    }
#endif
    return note_one_by_one(notes, own, bytes, active, addresses);
  }
  // What lane 0 would write; one lane after the other.
  static std::uint64_t word_of(const abi::CodeNotes& notes, std::uint32_t warp, std::uint32_t site,
                               std::uint64_t clock) {
    return notes.own | std::uint64_t{warp} << RowNotes::kWarpShift | clock << kClockShift |
           (site + 1);
  }
  static std::uint32_t note_one_by_one(const abi::CodeNotes& notes, std::uint64_t own,
                                       std::uint32_t bytes, std::uint32_t active,
                                       const std::uint64_t (&addresses)[abi::kWarpSize]) {
    if (!differ(active, addresses)) return active;
    switch (bytes) {
      case 4:
        return touch_all<1>(notes, own, active, addresses);
      case 8:
        return touch_all<2>(notes, own, active, addresses);
      default:
        return touch_all<4>(notes, own, active, addresses);
    }
  }

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

 private:
  // The stretch that is busy for this.
  class Stretch {
   public:
    explicit Stretch(const abi::CodeNotes& notes)
        : notes_(notes),
          chunks_(chunks(notes.rows)),
          own_(notes.own | RowNotes::kTold | RowNotes::kCells) {}
    ~Stretch() { leave(); }
    Stretch(const Stretch&) = delete;
    Stretch& operator=(const Stretch&) = delete;

    // The words of the cells around; null: of others there is something else to know.
    std::uint64_t* at(std::uint64_t address) {
      const auto number = address >> RowNotes::kStretchShift;
      if (number != number_) {
        leave();
        number_ = number;
        cells_ = enter();
      }
      return cells_;
    }

   private:
    std::uint64_t* enter() {
      const auto address = number_ << RowNotes::kStretchShift;
      if (!chunks_) return nullptr;
      const std::atomic_ref place(chunks_[address >> kChunkShift]);
      auto* chunk = place.load(std::memory_order_acquire);
      if (!chunk) return nullptr;
      auto* cells = chunk + address / kCellBytes % kChunkWords;
      const std::atomic_ref word(notes_.rows[number_]);
      auto old = word.load(std::memory_order_relaxed);
      for (;;) {
        const bool dead = old < notes_.alive;
        if (RowNotes::is_busy(old)) {
          __builtin_ia32_pause();
          old = word.load(std::memory_order_relaxed);
          continue;
        }
        if (!dead && !RowNotes::has_cells(old)) return nullptr;
        word_ = dead || old < own_ ? own_ : old;
        if (word.compare_exchange_weak(old, word_ | RowNotes::kBusy, std::memory_order_acquire)) {
          if (dead) std::memset(cells, 0, kCells * sizeof(*cells));
          return cells;
        }
      }
    }
    void leave() {
      if (!cells_) return;
      std::atomic_ref(notes_.rows[number_]).store(word_, std::memory_order_release);
      cells_ = nullptr;
    }

    const abi::CodeNotes& notes_;
    std::uint64_t** const chunks_;
    const std::uint64_t own_;
    std::uint64_t number_ = ~std::uint64_t{0}, word_ = 0;
    std::uint64_t* cells_ = nullptr;
  };

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

  // All of a lane's cells, or none.
  template <unsigned kCount>
  static bool touch(std::uint64_t* cells, std::uint64_t own) {
    std::uint64_t now[kCount];
    for (unsigned i = 0; i < kCount; ++i) {
      now[i] = cells[i];
      if (!add(now[i], own)) return false;
    }
    for (unsigned i = 0; i < kCount; ++i) cells[i] = now[i];
    return true;
  }

  // Returns the lanes that have not been noted.
  template <unsigned kCount>
  static std::uint32_t touch_all(const abi::CodeNotes& notes, std::uint64_t own,
                                 std::uint32_t active,
                                 const std::uint64_t (&addresses)[abi::kWarpSize]) {
    Stretch stretch(notes);
    auto left = active;
    for (auto rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const auto address = addresses[lane];
      if (address % (kCount * kCellBytes) != 0 || address >> RowNotes::kAddressBits != 0) continue;
      auto* cells = stretch.at(address);
      if (cells && touch<kCount>(cells + address / kCellBytes % kCells,
                                 own | std::uint64_t{lane} << kLaneShift)) {
        left &= ~(1u << lane);
      }
    }
    return left;
  }

#if defined(__x86_64__)
  static bool has_vectors() {
    static const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("bmi2");
    return has;
  }
  // As touch_all<1>, eight lanes at a time (cell_vectors.h). Nothing: they are not in order.
  static std::optional<std::uint32_t> touch_in_order(
      const abi::CodeNotes& notes, std::uint64_t own, std::uint32_t active,
      const std::uint64_t (&addresses)[abi::kWarpSize]);
#endif

  // No two lanes are at one place: of such a tool is told together. Most lanes come in order.
  static bool differ(std::uint32_t active, const std::uint64_t (&addresses)[abi::kWarpSize]) {
    std::uint64_t last = 0;
    for (auto rest = active; rest != 0; rest &= rest - 1) {
      const auto address = addresses[std::countr_zero(rest)];
      if (address <= last) return differ_in_any_order(active, addresses);
      last = address;
    }
    return true;
  }
  static bool differ_in_any_order(std::uint32_t active,
                                  const std::uint64_t (&addresses)[abi::kWarpSize]) {
    constexpr std::uint64_t kBits = 4096;
    std::array<std::uint64_t, kBits / 64> seen{};
    bool may_be_same = false;
    for (auto rest = active; rest != 0; rest &= rest - 1) {
      const auto cell = addresses[std::countr_zero(rest)] / kCellBytes % kBits;
      may_be_same |= (seen[cell / 64] >> cell % 64 & 1) != 0;
      seen[cell / 64] |= std::uint64_t{1} << cell % 64;
    }
    for (auto rest = active; may_be_same && rest != 0; rest &= rest - 1) {
      for (auto other = rest & (rest - 1); other != 0; other &= other - 1) {
        if (addresses[std::countr_zero(rest)] == addresses[std::countr_zero(other)]) return false;
      }
    }
    return true;
  }
};

}  // namespace heddle::probes

#if defined(__x86_64__)
#include "probes/cell_vectors.h"
#endif
