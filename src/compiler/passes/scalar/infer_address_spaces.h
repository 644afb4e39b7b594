// SPDX-License-Identifier: Apache-2.0
// InferAddressSpaces: which memory each access goes to: shared, device or the thread's own (LLVM's
// pass, on volatile accesses too).
//
// Needs: locals promoted. Stands before what asks where a pointer points (FoldStateSpaces,
// PlaceClusters).
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns how many functions it changed.
unsigned infer_address_spaces(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
