// SPDX-License-Identifier: Apache-2.0
// Lanes anywhere in global memory that the engine notes for a tool: each touches cells of 4 bytes
// that no other thread has touched. Like rows (row_notes.h), and beside them: a stretch of 128
// bytes whose word there says so (RowNotes::kCells) has a word for each of its 32 cells
// (cell_word.h), or as long as that will do (RowNotes::kRuns) a few runs of lanes side by side
// (cell_runs.h) instead. They are cleared when the stretch gets them, and belong to who has
// set its RowNotes::kBusy.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "image/kernel_abi.h"
#include "probes/cell_runs.h"
#include "probes/cell_word.h"
#include "probes/row_notes.h"

namespace heddle::probes {

class CellNotes : public CellWord {
 public:
  // Memory has words by chunks of this size, which a tool makes. Where they are stands in a table,
  // null where there are none yet; and where that is, in front of the words of all stretches.
  static constexpr unsigned kChunkShift = 20;
  // Those of all its cells, and behind them the runs of all its stretches.
  static constexpr std::uint64_t kCellWords = (std::uint64_t{1} << kChunkShift) / kCellBytes;
  static constexpr std::uint64_t kChunkWords = kCellWords + kCellWords / kCells * CellRuns::kWords;

  // In a chunk, of the stretch around.
  static std::uint64_t* cells_in(std::uint64_t* chunk, std::uint64_t address) {
    return chunk + (address >> RowNotes::kStretchShift) * kCells % kCellWords;
  }
  static std::uint64_t* runs_in(std::uint64_t* chunk, std::uint64_t address) {
    constexpr std::uint64_t kRunWords = kChunkWords - kCellWords;
    return chunk + kCellWords + (address >> RowNotes::kStretchShift) * CellRuns::kWords % kRunWords;
  }

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
    if (bytes == kCellBytes) {
      active = note_runs(notes, own, active, addresses);
      if (active == 0) return 0;
    }
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
      go_to(address, 0);
      if (cells_ && (word_ & RowNotes::kRuns) != 0) {
        std::ranges::copy(CellRuns::cells(runs_), cells_);
        word_ &= ~RowNotes::kRuns;
      }
      return cells_;
    }
    // The runs around; null: what is there is not said in runs.
    std::uint64_t* runs_at(std::uint64_t address) {
      go_to(address, RowNotes::kRuns);
      return cells_ && (word_ & RowNotes::kRuns) != 0 ? runs_ : nullptr;
    }

   private:
    // `fresh`: how a stretch begins that says nothing yet.
    void go_to(std::uint64_t address, std::uint64_t fresh) {
      const auto number = address >> RowNotes::kStretchShift;
      if (number == number_) return;
      leave();
      number_ = number;
      cells_ = enter(fresh);
    }
    std::uint64_t* enter(std::uint64_t fresh) {
      const auto address = number_ << RowNotes::kStretchShift;
      if (!chunks_) return nullptr;
      const std::atomic_ref place(chunks_[address >> kChunkShift]);
      auto* chunk = place.load(std::memory_order_acquire);
      if (!chunk) return nullptr;
      auto* cells = cells_in(chunk, address);
      runs_ = runs_in(chunk, address);
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
        word_ = dead ? own_ | fresh : std::max(own_ | (old & RowNotes::kRuns), old);
        if (word.compare_exchange_weak(old, word_ | RowNotes::kBusy, std::memory_order_acquire)) {
          if (!dead) return cells;
          if (fresh != 0) {
            CellRuns::clear(runs_);
          } else {
            std::memset(cells, 0, kCells * sizeof(*cells));
          }
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
    std::uint64_t* cells_ = nullptr;  // null: it is not busy for this
    std::uint64_t* runs_ = nullptr;
  };

  // The lanes that are left: of all, where each is not at the cell behind the one before.
  static std::uint32_t note_runs(const abi::CodeNotes& notes, std::uint64_t own,
                                 std::uint32_t active,
                                 const std::uint64_t (&addresses)[abi::kWarpSize]) {
    auto address = addresses[std::countr_zero(active)];
    if (address % kCellBytes != 0 || address >> RowNotes::kAddressBits != 0) return active;
    if (!are_side_by_side(active, addresses)) return active;
    Stretch stretch(notes);
    auto count = static_cast<unsigned>(std::popcount(active));
    std::uint32_t left = 0;
    for (auto rest = active;;) {
      const auto first = static_cast<unsigned>(address / kCellBytes % kCells);
      const auto here = std::min(count, kCells - first);
      const auto lanes = here == count ? rest : lowest(rest, here);
      auto* const runs = stretch.runs_at(address);
      const CellRun run{own, lanes, static_cast<std::uint16_t>(first),
                        static_cast<std::uint16_t>(first + here)};
      if (!runs || !CellRuns::add(runs, run)) left |= lanes;
      if (here == count) return left;
      address += std::uint64_t{here} * kCellBytes;
      count -= here;
      rest &= ~lanes;
    }
  }
  static std::uint32_t lowest(std::uint32_t lanes, unsigned count) {
#if defined(__x86_64__)
    if (has_vectors()) return lowest_at_once(lanes, count);
#endif
    auto others = lanes;
    for (unsigned i = 0; i < count; ++i) others &= others - 1;
    return lanes & ~others;
  }
  static bool are_side_by_side(std::uint32_t active,
                               const std::uint64_t (&addresses)[abi::kWarpSize]) {
#if defined(__x86_64__)
    if (has_vectors()) return are_side_by_side_in_vectors(active, addresses);
#endif
    auto expected = addresses[std::countr_zero(active)];
    for (auto rest = active; rest != 0; rest &= rest - 1, expected += kCellBytes) {
      if (addresses[std::countr_zero(rest)] != expected) return false;
    }
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
  // By what AVX-512's processors have (cell_vectors.h).
  static std::uint32_t lowest_at_once(std::uint32_t lanes, unsigned count);
  static bool are_side_by_side_in_vectors(std::uint32_t active,
                                          const std::uint64_t (&addresses)[abi::kWarpSize]);
  // As touch_all<1>. Nothing: they are not in order.
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
