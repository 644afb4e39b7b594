// SPDX-License-Identifier: Apache-2.0
// CanonicaliseLoops: gives each loop the form that Linearise knows: a preheader, one latch,
// dedicated exits, and no value that is used behind it but through a phi (LCSSA).
//
// Needs: reducible loops.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns how many functions it changed.
unsigned canonicalise_loops(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
