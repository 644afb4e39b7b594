// SPDX-License-Identifier: Apache-2.0
// LowerSwitches: switches become branches, after which `br` and `ret` are the only terminators.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns how many functions it changed.
unsigned lower_switches(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
