// SPDX-License-Identifier: Apache-2.0
// ReturnFloats: a function that returns three or four floats returns them in vector registers.
//
// C's convention has two of those for what is returned. LLVM returns the third number of a
// structure on the x87 stack, through memory: a float3 that a loop hands through a function waits
// three times for a store to reach the cache.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns whether it changed the function and all calls of it: those that can be found.
unsigned return_floats(llvm::Function& function);

}  // namespace heddle::compiler
