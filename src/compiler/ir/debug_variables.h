// SPDX-License-Identifier: Apache-2.0
// Debug information on variables, of a program that was compiled with -g.
#pragma once

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

// Leaves the line table, which all programs have. A plain run has no use for more, and a tool for
// none behind InsertProbes.
inline void drop_debug_variables(llvm::Module& module) {
  for (const auto* unit : module.debug_compile_units()) {
    if (unit->getEmissionKind() != llvm::DICompileUnit::FullDebug) continue;
    llvm::stripNonLineTableDebugInfo(module);
    return;
  }
}

}  // namespace heddle::compiler
