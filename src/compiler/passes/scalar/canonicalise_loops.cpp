// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/canonicalise_loops.h"

#include "compiler/passes/analyses.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

namespace heddle::compiler {

using namespace llvm;

unsigned canonicalise_loops(Module& module, TargetMachine& machine) {
  FunctionPassManager passes;
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  return run_on_functions(module, machine, std::move(passes));
}

}  // namespace heddle::compiler
