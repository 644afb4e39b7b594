// SPDX-License-Identifier: Apache-2.0
// Stack objects that accesses may go to of which the code does not tell that they do: their
// address is stored, given to a function that stays a call, or mixed with others. A tool that
// checks bounds is told where they lie (probes::LocalObject).
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

bool escapes(const llvm::AllocaInst& object);

// Where the object begins, and begins anew: the instructions before which that is to be told.
llvm::SmallVector<llvm::Instruction*, 2> beginnings(llvm::AllocaInst& object);

}  // namespace heddle::compiler
