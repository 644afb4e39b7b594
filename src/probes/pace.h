// SPDX-License-Identifier: Apache-2.0
// The pace of a block of code on a GPU, as compiled code tells it (passes/probe/block_chains.h): in
// `word` and `phases` of the block's first row of instructions (probes/counted.h).
#pragma once

#include <algorithm>

#include "probes/counted.h"

namespace heddle::probes {

struct Pace {
  bool unrolled = false;  // in a loop that counts by a constant: a GPU's compiler runs several
                          // rounds of it together
  std::uint32_t global_rounds = 0, shared_rounds = 0;  // how often it waits for loads
  std::uint32_t cycles = 0;                            // of its longest chain, without loads
  std::uint32_t cycles_of_round = 0;  // of these, what the loop's next rounds need not wait for

  static constexpr std::uint32_t kMostRounds = 0xfff, kMostCycles = 0xffff;
  std::uint32_t word() const {
    return std::uint32_t{unrolled} | std::min(global_rounds, kMostRounds) << 8 |
           std::min(shared_rounds, kMostRounds) << 20;
  }
  std::uint32_t phases() const {
    return std::min(cycles, kMostCycles) | std::min(cycles_of_round, kMostCycles) << 16;
  }
  static Pace of(const Counted& counted) {
    return {(counted.word & 1) != 0, counted.word >> 8 & kMostRounds, counted.word >> 20,
            counted.phases & kMostCycles, counted.phases >> 16};
  }
};

}  // namespace heddle::probes
