// SPDX-License-Identifier: Apache-2.0
// ShowIndices: a debugger evaluates threadIdx, blockIdx, blockDim and gridDim in every function of
// a kernel, also in the condition of a breakpoint. They are special registers and have no storage
// that debug information could name; here they become variables of each function, which lie in the
// contexts that the engine gives it.
//
// Needs: single-thread, whose functions have these contexts as arguments.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many functions it went through.
unsigned show_indices(Compilation& c);

}  // namespace heddle::compiler
