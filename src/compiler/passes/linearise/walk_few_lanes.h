// SPDX-License-Identifier: Apache-2.0
// WalkFewLanes: where few lanes of a warp go on, they do so one after the other, by the code of one
// thread.
//
//     A: br c (diverges)              A: br c
//      |        \                      |        \.
//      B         |                   few: br (at most n lanes are here)    (uniform)
//      |        /         ->           |      \    |
//          D                           B     walk  |    one round for each lane: B
//                                       \     |   /
//                                             D
//
// and where few are left in a loop that lanes leave one by one: these go round to their ends.
// A gather takes as long for one lane as for 32, and where rows differ in length lanes wait for the
// longest: graphs and sparse matrices. What one lane does may be seen by the next, as on a GPU.
// Needs: the canonical form that Linearise needs; keeps it. Stands right in front of it: what a
// lane runs is the code of one thread, which Linearise and Widen leave alone
// (ir/lane_function.h). Touches: regions without barriers, warp operations, atomics, shared memory
// and tools' events, in which gathers outweigh (analysis/few_lanes.h).
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many regions and loops ask how many lanes there are.
unsigned walk_few_lanes(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
