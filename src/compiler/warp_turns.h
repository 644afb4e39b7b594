// SPDX-License-Identifier: Apache-2.0
// A block's warps that one host thread runs in turn: what passes know of it before the entry point
// is written.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/function_handle.h"
#include "llvm/IR/Value.h"

namespace heddle::compiler {

// What lies between two barriers: a loop runs it for all full warps.
struct WarpRegion {
  explicit WarpRegion(llvm::Function* function, unsigned from = 0) : step(function), state(from) {}

  FunctionHandle step;        // (block, frame, warp, state or mask); with `prepare`, (.., values)
  unsigned state;             // of the step function that it begins in
  unsigned jam = 1;           // warps that one call runs (jam_warps.h)
  FunctionHandle next_round;  // void (block, frame, warp), called behind it (prefetch_next_round.h)
  FunctionHandle prepare;     // void (block, values), called once before it (hoist_across_warps.h)
  std::uint64_t value_bytes = 0;  // of those values
};

struct WarpTurns {
  unsigned warps = 0;
  std::uint32_t frame_bytes = 0;    // of one warp, 0: regions are warp functions and keep nothing
  std::vector<WarpRegion> regions;  // in the order of their states, of which some may have none
  // void (block, frame, warp): asks for what that warp of the block so many further on in x loads
  // first (prefetch_next_block.h).
  FunctionHandle next_block;
  unsigned blocks_ahead = 0;
};

}  // namespace heddle::compiler
