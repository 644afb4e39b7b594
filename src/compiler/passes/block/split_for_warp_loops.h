// SPDX-License-Identifier: Apache-2.0
// SplitForWarpLoops: makes a block whose barriers are all plain __syncthreads() one function,
// without the engine in between (warp_loops.h): its warps' functions become step functions, whose
// state is an argument.
//
// Stands before SplitAtBarriers, which splits what does not suit this way.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets Compilation::warp_loops, and mode back to kBlock. Returns how many functions it split.
unsigned split_for_warp_loops(Compilation& c);

}  // namespace heddle::compiler
