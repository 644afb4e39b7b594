// SPDX-License-Identifier: Apache-2.0
// The cells of a stretch in short (cell_notes.h): runs of lanes of a warp, each at the cell behind
// the one before, as where a warp stores what it keeps side by side. They take one line of the
// cache, where the words of all cells take four, and lie beside the lines of other stretches.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "probes/cell_word.h"

namespace heddle::probes {

struct CellRun {
  std::uint64_t word = 0;  // as that of lane 0's cell would be; 0: there is no run
  std::uint32_t lanes = 0;
  std::uint16_t first = 0, end = 0;  // its cells
};

class CellRuns {
 public:
  using Cells = std::array<std::uint64_t, CellWord::kCells>;

  static void clear(std::uint64_t* words) { std::memset(words, 0, sizeof(Runs)); }

  // False: it cannot be said in runs.
  static bool add(std::uint64_t* words, const CellRun& run) {
    Runs runs;
    std::memcpy(runs.data(), words, sizeof(runs));
    unsigned count = 0, met = 0;
    for (unsigned k = 0; k < kRuns; ++k) {  // without branches, which nobody could predict
      count += static_cast<unsigned>(runs[k].word != 0);
      met |= (static_cast<unsigned>(run.first < runs[k].end) &
              static_cast<unsigned>(runs[k].first < run.end))
             << k;
    }
    if (met == 0) {
      if (count == kRuns) return false;
      std::memcpy(words + count * kWordsOfRun, &run, sizeof(run));
      return true;
    }
    const auto k = static_cast<unsigned>(std::countr_zero(met));
    auto& old = runs[k];
    if (old.lanes != run.lanes || old.first != run.first || old.end != run.end) return false;
    if (!CellWord::add(old.word, run.word)) return false;
    words[k * kWordsOfRun] = old.word;
    return true;
  }

  // The words of all cells.
  static Cells cells(const std::uint64_t* words) {
    Runs runs;
    std::memcpy(runs.data(), words, sizeof(runs));
    Cells cells{};
    for (const auto& run : runs) {
      if (run.word == 0) break;
      unsigned cell = run.first;
      for (auto rest = run.lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint64_t>(std::countr_zero(rest));
        cells[cell++] = run.word | lane << CellWord::kLaneShift;
      }
    }
    return cells;
  }

 private:
  static constexpr unsigned kRuns = 4;
  static constexpr unsigned kWordsOfRun = sizeof(CellRun) / sizeof(std::uint64_t);
  using Runs = std::array<CellRun, kRuns>;

 public:
  static constexpr unsigned kWords = kRuns * kWordsOfRun;  // of a stretch
};
static_assert(sizeof(CellRun) == 16);

}  // namespace heddle::probes
