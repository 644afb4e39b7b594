// SPDX-License-Identifier: Apache-2.0
// Keeps a module away from what the code generator of LLVM 22.1.8 is known to get wrong. Runs last,
// directly before code generation: the passes above it may assume that LLVM is right.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::jit {

void avoid_codegen_defects(llvm::Module& module);

}  // namespace heddle::jit
