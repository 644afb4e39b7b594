// SPDX-License-Identifier: Apache-2.0
// Optimise: LLVM's passes over the view of one thread: simplifies scalar code, unrolls short loops.
// After linearise no pass may move memory operations between blocks, so what is to be simplified
// by LLVM is simplified here.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Named metadata of a module as clang leaves it with -O0 (heddle cc -G), which runs as vectors.
inline constexpr llvm::StringLiteral kUnoptimised = "heddle.unoptimised";

// Returns how many functions it changed.
unsigned optimise(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
