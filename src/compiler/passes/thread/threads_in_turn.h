// SPDX-License-Identifier: Apache-2.0
// ThreadsInTurn: a block's single threads without fibers. Where they never wait, a plain loop runs
// them one after another; where all that they wait for is __syncthreads(), they are split there
// (split_at_barriers.h) and rounds of such loops run them, as if each thread were a warp
// (warp_loops.h).
//
// Needs: code of SingleThread. Functions behind pointers have no block's loop (lanes_in_turn.h).
// Kernels that wait otherwise (warp operations, named barriers, other blocks) or that keep much
// memory over a barrier stay on fibers.
//
// Guarantees: Compilation::full_warp is void (block, nothing, i32 thread), or the step function of
// such a one. EmitEntryPoint writes the loops.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets Compilation::in_turn and mode. Returns 1 when it did.
unsigned threads_in_turn(Compilation& c);

}  // namespace heddle::compiler
