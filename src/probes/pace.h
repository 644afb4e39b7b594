// SPDX-License-Identifier: Apache-2.0
// The pace of a block of code on a GPU, as compiled code tells it (compiler/passes/probe): in
// `word`, `phases` and a part of `round` of the block's first row of instructions
// (probes/counted.h).
#pragma once

#include <algorithm>
#include <cmath>

#include "probes/counted.h"

namespace heddle::probes {

struct Pace {
  // In a loop that counts by a constant a GPU's compiler runs so many rounds together (1, 2, 4, 16)
  // while there are as many.
  std::uint32_t together_log2 = 0;
  // But each of them waits for its own loads: a store lies between, or nothing is together.
  bool apart = true;
  std::uint32_t global_rounds = 0, shared_rounds = 0;  // how often it waits for loads
  std::uint32_t overhead = 0;  // instructions that are there for the loop alone
  std::uint32_t cycles = 0;    // of its longest chain, without loads
  // Parts from 0 to 1.
  float of_round = 0;  // of the cycles: what the loop's next rounds need not wait for
  float alu_only = 0;  // of the integer instructions: logic, shifts, comparisons and choices
  // Its loads are copies that are waited for so many rounds later.
  std::uint32_t ahead = 0;
  // The block whose words (Counted::block) say how often the loop began; 0: not known.
  std::uint32_t entry = 0;

  static constexpr std::uint32_t kMostTogether = 7, kMostAhead = 7;
  static constexpr std::uint32_t kMostRounds = 0xff, kMostOverhead = 0x1ff, kMostCycles = 0xffff;
  static constexpr float kParts = 255;

  std::uint32_t word() const {
    return together_log2 | std::min(global_rounds, kMostRounds) << 3 |
           std::min(shared_rounds, kMostRounds) << 11 | std::min(overhead, kMostOverhead) << 19 |
           std::min(ahead, kMostAhead) << 28 | std::uint32_t{apart} << 31;
  }
  std::uint32_t phases() const {
    return std::min(cycles, kMostCycles) | parts(of_round) << 16 | parts(alu_only) << 24;
  }
  static Pace of(const Counted& counted) {
    return {counted.word & kMostTogether,
            counted.word >> 31 != 0,
            counted.word >> 3 & kMostRounds,
            counted.word >> 11 & kMostRounds,
            counted.word >> 19 & kMostOverhead,
            counted.phases & kMostCycles,
            static_cast<float>(counted.phases >> 16 & 0xff) / kParts,
            static_cast<float>(counted.phases >> 24) / kParts,
            counted.word >> 28 & kMostAhead,
            counted.round >> kFunctionBits};
  }
  // `function`: of the row.
  std::uint32_t round(std::uint32_t function) const { return function | entry << kFunctionBits; }
  static std::uint32_t function_of(const Counted& counted) {
    return counted.round & ((1u << kFunctionBits) - 1);
  }
  // The row as it is where its words begin at `first`.
  static Counted behind(Counted row, std::uint32_t first) {
    row.block += first;
    const bool has_entry =
        row.kind == CountedKind::kInstructions && row.round >> kFunctionBits != 0;
    if (has_entry) row.round += first << kFunctionBits;
    const bool has_word =
        row.kind != CountedKind::kInstructions && (row.kind != CountedKind::kWait || row.word != 0);
    if (has_word) row.word += first;
    return row;
  }

 private:
  static constexpr unsigned kFunctionBits = 8;
  static std::uint32_t parts(float share) {
    return static_cast<std::uint32_t>(std::lround(share * kParts));
  }
};

}  // namespace heddle::probes
