// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/lower_switches.h"

#include "compiler/passes/analyses.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

namespace heddle::compiler {

using namespace llvm;

unsigned lower_switches(Module& module, TargetMachine& machine) {
  FunctionPassManager passes;
  passes.addPass(LowerSwitchPass());
  const unsigned changed = run_on_functions(module, machine, std::move(passes));
  // Where the cases take all numbers, nothing leads to the default any more. LLVM leaves it behind
  // if it begins a loop, and loops that it jumps into would end up with an unreachable block. (Its
  // removeUnreachableBlocks() also ends blocks where a call goes to nothing.)
  for (auto& function : module) {
    if (changed != 0 && !function.isDeclaration()) EliminateUnreachableBlocks(function);
  }
  return changed;
}

}  // namespace heddle::compiler
