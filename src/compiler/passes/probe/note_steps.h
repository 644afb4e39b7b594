// SPDX-License-Identifier: Apache-2.0
// Loops whose counter grows by what only the launch says: multiples of blockDim. Here blocks have a
// shape and the step is a constant; nvcc does not know it, and runs no rounds of such loops
// together. And loops that wait for asynchronous copies of rounds before: here a copy is made at
// once, and what waits for it is gone when code is counted.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

// NoteSteps: marks them, before specialise makes numbers of blockDim. A loop that loses its mark is
// taken for one with a constant step. Where a tool counts. Returns how many loops it marked.
unsigned note_steps(Compilation& c);

bool has_noted_step(const llvm::Loop& loop);

// How many groups of copies are still under way when a round of it goes on; 0: it waits for none,
// or for all.
unsigned copies_ahead(const llvm::Loop& loop);

}  // namespace heddle::compiler
