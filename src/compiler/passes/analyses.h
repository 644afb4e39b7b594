// SPDX-License-Identifier: Apache-2.0
// All of LLVM's analyses, for passes to run with.
#pragma once

#include "llvm/Passes/PassBuilder.h"

namespace heddle::compiler {

struct Analyses {
  // `machine` says what instructions cost and what the target can do.
  explicit Analyses(llvm::TargetMachine& machine) : builder(&machine) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graphs, modules);
  }

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
};

// Runs LLVM's passes on each function; returns how many functions they changed.
inline unsigned run_on_functions(llvm::Module& module, llvm::TargetMachine& machine,
                                 llvm::FunctionPassManager passes) {
  Analyses analyses(machine);
  unsigned changed = 0;
  for (auto& function : module) {
    if (function.isDeclaration()) continue;
    if (!passes.run(function, analyses.functions).areAllPreserved()) ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
