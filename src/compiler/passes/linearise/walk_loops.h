// SPDX-License-Identifier: Apache-2.0
// WalkLoops: a loop of gathers that each lane leaves when it has found what it looks for runs lane
// after lane, by the code of one thread.
//
//     while (text[at] != 0) ++at;
//
// Each round of the warp gathers for all 32 lanes until the last one has left; a thread has its
// bytes in the first cache and its next load on the way before it knows whether it needs it. Needs:
// the canonical form that Linearise needs; keeps it. Stands in front of WalkFewLanes, which asks
// how many lanes there are: here it is all of them, so that nothing is asked and no second form is
// kept. Touches: what may_be_outlined() (passes/linearise/outline_for_lane.h), where single lanes
// are cheaper by far (analysis/few_lanes.h).
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many loops run lane by lane.
unsigned walk_loops(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
