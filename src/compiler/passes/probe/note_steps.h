// SPDX-License-Identifier: Apache-2.0
// Loops whose counter grows by what only the launch says: multiples of blockDim. Here blocks have a
// shape and the step is a constant; nvcc does not know it, and runs no rounds of such loops
// together.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

// NoteSteps: marks them, before specialise makes numbers of blockDim. A loop that loses its mark is
// taken for one with a constant step. Where a tool counts. Returns how many loops it marked.
unsigned note_steps(Compilation& c);

bool has_noted_step(const llvm::Loop& loop);

}  // namespace heddle::compiler
