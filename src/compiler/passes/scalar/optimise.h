// SPDX-License-Identifier: Apache-2.0
// Where LLVM's own passes run: on the one-thread view, before it is widened, and on the warp's code
// afterwards.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Simplifies scalar code, unrolls short loops, finds the address space of each access.
void optimise(llvm::Module& module, llvm::TargetMachine& machine);

// Joins neighbouring loads and stores of a thread to vectors of up to 16 bytes, which Widen loads
// and stores whole.
void combine_accesses(llvm::Module& module, llvm::TargetMachine& machine);

// Cleans up after Widen: common subexpressions, invariant code, dead blocks.
void tidy(llvm::Module& module, llvm::TargetMachine& machine);

// Computes and loads once what a function does several times on one way.
void share_subexpressions(llvm::Function& function, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
