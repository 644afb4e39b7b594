// SPDX-License-Identifier: Apache-2.0
// LowerMemoryIntrinsics: memcpy, memmove and memset become loads and stores: of words where the
// size is small and known, loops otherwise.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns how many it replaced.
unsigned lower_memory_intrinsics(llvm::Function& function, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
