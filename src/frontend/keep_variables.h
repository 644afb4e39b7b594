// SPDX-License-Identifier: Apache-2.0
// What plugins of clang have in common that keep variables of a module as others may write them.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace heddle::frontend {

// Those that is_kept(variable) says: the optimiser neither takes their initial value for the one
// that they have nor leaves them out.
template <class IsKept>
llvm::PreservedAnalyses keep_variables(llvm::Module& module, IsKept is_kept) {
  llvm::SmallVector<llvm::GlobalValue*, 8> kept;
  for (auto& variable : module.globals()) {
    if (!is_kept(variable)) continue;
    variable.setExternallyInitialized(true);
    kept.push_back(&variable);
  }
  if (kept.empty()) return llvm::PreservedAnalyses::all();
  llvm::appendToCompilerUsed(module, kept);
  return llvm::PreservedAnalyses::none();
}

}  // namespace heddle::frontend
