// SPDX-License-Identifier: Apache-2.0
// SplitLaneLoops: a loop that lanes leave one by one, and that keeps more than the registers hold,
// runs for parts of the warp, one after the other.
//
//     for 32 lanes, while any is active: x = f(x)     for lanes 0 to 7, while any is active: x =
//     f(x)
//                                              ->     ...
//                                                     for lanes 24 to 31, while any is active: x =
//                                                     f(x)
//
// One value of a warp fills several registers of a narrow CPU, so that the loop would move most of
// them to memory and back in each iteration. A part's value fills one; and lanes wait only for the
// last one of their part. A part ends when none of its lanes is active, while before it went on
// with the others: this is done where it can be shown that nothing changes for it in those
// iterations.
//
// Needs: the code of whole warps. Stands behind what joins warps, which would join the parts again.
// Touches: innermost loops of one path that compute lane by lane and neither read nor write memory.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many loops it split.
unsigned split_lane_loops(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
