// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/promote_locals.h"

#include "compiler/passes/analyses.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"

namespace heddle::compiler {

using namespace llvm;

unsigned promote_locals(Module& module, TargetMachine& machine) {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(false));
  return run_on_functions(module, machine, std::move(passes));
}

}  // namespace heddle::compiler
