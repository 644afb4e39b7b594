// SPDX-License-Identifier: Apache-2.0
// SingleThread: the slow reference. Each CUDA thread stays a scalar function of its own, run on a
// fiber; operations that involve other threads call the engine, which suspends the fiber until all
// have come (heddle_ref_barrier, heddle_ref_warp_op).
//
// It shares nothing with Linearise, Widen and SplitAtBarriers, so that it can say whether they are
// right.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Returns how many functions it went through.
llvm::Expected<unsigned> single_thread(Compilation& c);

}  // namespace heddle::compiler
