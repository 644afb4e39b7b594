// SPDX-License-Identifier: Apache-2.0
// PromoteLocals: what lies on a thread's stack becomes values where it can (LLVM's SROA), so that
// the passes behind it see where pointers come from.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns how many functions it changed.
unsigned promote_locals(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
