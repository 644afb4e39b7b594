// SPDX-License-Identifier: Apache-2.0
// Cells that are noted several at a time (probes/cell_vectors.h), or as runs of lanes side by side
// (probes/cell_runs.h), come to the same words, and to the same lanes that a tool is to be told of,
// as cells that are noted one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "probes/cell_notes.h"

namespace heddle::probes {
namespace {

constexpr std::uint64_t kBytes = std::uint64_t{1} << 14;  // that accesses go to
constexpr std::uint32_t kWarps = 3, kSites = 4, kClocks = 2;

struct Memory {
  // The place of the table, in front of the words of all stretches.
  std::vector<std::uint64_t> rows = std::vector<std::uint64_t>(1 + kBytes / 128 + 8);
  std::vector<std::uint64_t> cells = std::vector<std::uint64_t>(CellNotes::kChunkWords);
  std::array<std::uint64_t*, 1> chunks{cells.data()};
  abi::CodeNotes notes{};

  Memory() {
    notes.rows = rows.data() + 1;
    CellNotes::chunks(notes.rows) = chunks.data();
  }
  // As a tool sees them: it matters not whether a stretch has runs.
  bool operator==(const Memory& other) const {
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
      const auto word = notes.rows[i], of_other = other.notes.rows[i];
      if ((word & ~RowNotes::kRuns) != (of_other & ~RowNotes::kRuns)) return false;
      if (RowNotes::has_cells(word) && cells_of(i) != other.cells_of(i)) return false;
    }
    return true;
  }
  CellRuns::Cells cells_of(std::size_t stretch) const {
    const auto address = stretch << RowNotes::kStretchShift;
    if (RowNotes::has_runs(notes.rows[stretch])) {
      return CellRuns::cells(CellNotes::runs_in(chunks[0], address));
    }
    CellRuns::Cells all{};
    std::copy_n(CellNotes::cells_in(chunks[0], address), all.size(), all.begin());
    return all;
  }
};

struct Lanes {
  std::uint32_t active;
  std::uint64_t addresses[abi::kWarpSize];
};

// Side by side, with gaps of any kind, far apart; now and then one that is no cell.
Lanes lanes_in_order(std::mt19937_64& random) {
  Lanes lanes{static_cast<std::uint32_t>(random() | (random() % 4 == 0 ? ~0u : 1)), {}};
  const auto kind = random() % 3;
  std::uint64_t at = 4 * (random() % (kBytes / 8));
  for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
    lanes.addresses[lane] = at;
    const bool is_active = (lanes.active >> lane & 1) != 0;
    const std::uint64_t more = kind == 0 ? 1 : kind == 1 ? 1 + random() % 3 : 30;
    if (is_active) at = std::min(at + 4 * more, kBytes + 4 * lane);
  }
  if (random() % 64 == 0) lanes.addresses[random() % abi::kWarpSize] += 1;
  return lanes;
}

TEST(CellNotes, AreTheSameInOrderAndOneByOne) {
  std::mt19937_64 random(5);
  Memory all, single;
  std::uint64_t told = 0, noted = 0;
  for (std::uint64_t round = 0; round < 200; ++round) {
    all.notes.alive = single.notes.alive = (round + 1) << RowNotes::kBlockShift;
    for (int k = 0; k < 100; ++k) {
      const auto lanes = lanes_in_order(random);
      const auto warp = static_cast<std::uint32_t>(random() % kWarps);
      const auto site = static_cast<std::uint32_t>(random() % kSites);
      const auto clock = static_cast<std::uint32_t>(1 + random() % kClocks);
      all.notes.own = single.notes.own = (round + 1) << RowNotes::kBlockShift;
      all.notes.clocks[warp] = clock;
      if (random() % 16 == 0) {
        // Of this stretch there is something else to know.
        const auto stretch = random() % (kBytes / 128);
        all.notes.rows[stretch] = single.notes.rows[stretch] = RowNotes::told_until(round + 1);
      }
      const auto left = CellNotes::note(all.notes, warp, site, 4, lanes.active, lanes.addresses);
      const auto own = CellNotes::word_of(single.notes, warp, site, clock);
      const auto wanted =
          CellNotes::note_one_by_one(single.notes, own, 4, lanes.active, lanes.addresses);
      ASSERT_EQ(left, wanted) << "round " << round << ", access " << k;
      told += static_cast<std::uint64_t>(std::popcount(left));
      noted += static_cast<std::uint64_t>(std::popcount(lanes.active & ~left));
    }
    ASSERT_TRUE(all == single) << "round " << round;
  }
  // Both were tried.
  EXPECT_GT(told, 1000u);
  EXPECT_GT(noted, 1000u);
}

}  // namespace
}  // namespace heddle::probes
