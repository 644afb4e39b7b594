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

}  // namespace heddle::compiler
