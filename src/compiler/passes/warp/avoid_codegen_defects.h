// SPDX-License-Identifier: Apache-2.0
// Keeps a function away from what the code generator of LLVM 22.1.8 is known to get wrong. Runs
// last, directly before code generation: the passes above it may assume that LLVM is right.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many instructions it keeps apart.
unsigned avoid_codegen_defects(llvm::Function& function);

}  // namespace heddle::compiler
