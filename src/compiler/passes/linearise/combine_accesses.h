// SPDX-License-Identifier: Apache-2.0
// CombineAccesses: neighbouring loads and stores of a thread become vectors of up to 16 bytes,
// which Widen loads and stores whole.
//
// Stands behind the events of tools, which count accesses as a GPU makes them (MergeAccesses). May
// bridge gaps with masks, which SplitMaskedAccesses opens.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns how many functions it changed.
unsigned combine_accesses(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
