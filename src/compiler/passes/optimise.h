// SPDX-License-Identifier: Apache-2.0
// The two places where LLVM's own passes run: on the one-thread view before it is taken apart
// (Optimise), and on the warp's code afterwards (Tidy).
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Simplifies scalar code, unrolls short loops, finds the address space of each access.
void optimise(llvm::Module& module, llvm::TargetMachine& machine);

// Cleans up after Widen: common subexpressions, invariant code, dead blocks.
void tidy(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
