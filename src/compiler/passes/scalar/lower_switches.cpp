// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/lower_switches.h"

#include "compiler/passes/analyses.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

namespace heddle::compiler {

using namespace llvm;

unsigned lower_switches(Module& module, TargetMachine& machine) {
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  return run_on_functions(module, machine, std::move(passes));
}

}  // namespace heddle::compiler
