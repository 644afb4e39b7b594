// SPDX-License-Identifier: Apache-2.0
// CoarsenBlocks: warps that ask one place for numbers (old = atomicAdd(p, n)) ask as one, over as
// many blocks as follow each other in x.
//
//     for w: n[w] = step from 0 (w)              up to the addition
//     old = atomicAdd(p, n[0] + n[1] + ..)
//     for w: n[w] = old + what those before w added; step from 1 (w)
//
// The place's line goes from core to core each time that somebody adds, which takes longer than all
// that a warp does besides. A coarsened block x has the warps of the blocks x, x + 1, ..: warp w of
// block x + k is warp k * warps + w there. The engine finds the warp that a fault is of in the same
// way (BlockRunner::fault_here).
#pragma once

#include "compiler/compilation.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// Sets Compilation::coarsened, unless some warp does not ask once, whatever way it takes, or uses
// something else of its block than its index. Returns how many questions it put together.
unsigned coarsen_blocks(Compilation& c);

// Fills the function void (block), at whose end the builder is.
void run_coarsened_blocks(const CoarsenedBlocks& joined, llvm::Function& entry,
                          llvm::IRBuilder<>& b);

}  // namespace heddle::compiler
