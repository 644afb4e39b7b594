// SPDX-License-Identifier: Apache-2.0
// WarpLoops: a block whose barriers are all plain __syncthreads() as one function, without the
// engine in between; the part of EmitEntryPoint that writes it (its passes: SplitForWarpLoops,
// CopyRegions, JamWarps, ..). Between two barriers a loop runs the warps one after another:
//
//     state = 0
//     round: switch (state) { case k: for w: next[w] = step from k (block, frame[w], w) ... }
//            state = next, when all full warps agree on it; else each warp's own, by a call
//            the partial last warp, by a call
//            until all have exited
//
// The code from each state on is a copy of the step function, so that the loop holds nothing but
// the work, and what does not depend on the warp leaves the loop. A warp that has exited counts as
// arrived: rounds are barriers.
#pragma once

#include "compiler/compilation.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// Fills the entry point void entry(block).
void run_warp_loops(Compilation& c, llvm::Function& entry, llvm::IRBuilder<>& b);

}  // namespace heddle::compiler
