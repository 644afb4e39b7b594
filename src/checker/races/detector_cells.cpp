// SPDX-License-Identifier: Apache-2.0
// Cells of global memory that the engine has noted by itself (probes/cell_notes.h), as the entries
// that the histories would have if each access had been told.
#include "checker/races/detector.h"
#include "checker/races/running.h"

namespace heddle::checker::races {
namespace {

using probes::CellNotes;

// Lanes side by side, each behind the one before, that did the same at the same time.
class RunOfCells {
 public:
  // An access of the word of a cell which begins at byte `at` of the line.
  RunOfCells(const probes::Site& site, std::uint64_t word, unsigned at)
      : site_(site), word_(word), last_(at - at % site.bytes), origin_(last_) {
    add(CellNotes::lane(word), at);
  }

  // False: it is another one.
  bool takes(const probes::Site& site, std::uint64_t word, unsigned at) {
    constexpr auto kSameWarp = RowNotes::kWarpShift, kClock = CellNotes::kClockShift;
    const bool same_time = CellNotes::clock(word) == CellNotes::clock(word_);
    if (&site != &site_ || (word ^ word_) >> kSameWarp != 0 || !same_time) return false;
    static_assert(kClock < kSameWarp);
    const auto begin = at - at % site.bytes;
    const auto lane = CellNotes::lane(word), before = CellNotes::lane(word_);
    const bool same_lane = begin == last_ && lane == before;
    const bool next_lane = begin == last_ + site.bytes && lane > before;
    if (!same_lane && !next_lane) return false;
    word_ = word;
    last_ = begin;
    add(lane, at);
    return true;
  }

  Entry entry() const {
    const auto first = static_cast<unsigned>(std::countr_zero(lanes_));
    const auto in_a_row = lanes_ >> first;
    const auto stride = static_cast<std::int16_t>(site_.bytes);
    // As LinesOfAccess says it.
    const bool by_rank = (in_a_row & (in_a_row + 1)) != 0;
    const auto before = by_rank ? 0 : static_cast<int>(first) * stride;
    const Lanes lanes{by_rank ? lanes_ : 0,
                      static_cast<std::int16_t>(static_cast<int>(origin_) - before), stride};
    return {&site_, CellNotes::block(word_), site_.is_store(), Level::kNone,
            bytes_, CellNotes::clock(word_), 1u << warp(),     lanes};
  }
  unsigned warp() const { return CellNotes::warp(word_); }

 private:
  using RowNotes = probes::RowNotes;
  void add(unsigned lane, unsigned at) {
    lanes_ |= 1u << lane;
    bytes_ |= std::uint64_t{0xf} << at;
  }

  const probes::Site& site_;
  std::uint64_t word_;      // of the last cell
  unsigned last_, origin_;  // where the last lane and the first one begin
  std::uint32_t lanes_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

// Blocks of `end` and more have not touched them.
void RaceDetector::tell_cells(std::uint64_t stretch, NotedRows::Cells cells, BlockId end) {
  const auto dead_below = launches_.dead_below();
  // From now on the histories serve the stretch. It has no notes of its own.
  shadow_.stretch(stretch).open(
      end, dead_below, [](const Stretch::Owner&, const probes::Site&, std::uint32_t, Clock) {});
  BlockId known_block = 0;
  std::uint32_t known_number = 0;
  const probes::Site* known = nullptr;
  const auto site_of = [&](BlockId block, std::uint32_t number) -> const probes::Site* {
    if (number == 0 || block < dead_below) return nullptr;
    if (block != known_block || number != known_number) {
      known = launches_.site(block, number - 1);
      known_block = block;
      known_number = number;
    }
    return known;
  };
  constexpr unsigned kOfLine = kLineBytes / CellNotes::kCellBytes;
  for (unsigned first = 0; first < CellNotes::kCells; first += kOfLine) {
    const auto line = stretch + first * CellNotes::kCellBytes;
    for (unsigned k = 0; k < 2; ++k) {
      std::optional<RunOfCells> run;
      const auto flush = [&] {
        if (run) tell_history(line, run->entry(), run->warp());
        run.reset();
      };
      for (unsigned i = 0; i < kOfLine; ++i) {
        const auto word = cells[first + i];
        const auto number = CellNotes::site(word, k);
        const auto* site = site_of(CellNotes::block(word), number);
        if (!site) {
          flush();
        } else if (const auto at = i * CellNotes::kCellBytes;
                   !run || !run->takes(*site, word, at)) {
          flush();
          run.emplace(*site, word, at);
        }
      }
      flush();
    }
  }
}

}  // namespace heddle::checker::races
