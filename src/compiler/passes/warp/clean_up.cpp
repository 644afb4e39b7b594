// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/clean_up.h"

#include "compiler/ir/fast_path.h"
#include "compiler/passes/analyses.h"
#include "compiler/passes/each.h"
#include "compiler/passes/scalar/control_flow.h"
#include "compiler/passes/warp/number_addresses.h"
#include "compiler/passes/warp/pin_masked_loads.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Fast paths whose conditions have become constants.
struct AnswerKnownFastPaths : PassInfoMixin<AnswerKnownFastPaths> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    return answer_fast_paths(function, true) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

struct NumberAddresses : PassInfoMixin<NumberAddresses> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    return number_addresses(function) > 0 ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

struct PinMaskedLoads : PassInfoMixin<PinMaskedLoads> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    return pin_masked_loads(function) > 0 ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

}  // namespace

static unsigned clean_up(Module& module, TargetMachine& machine) {
  ModulePassManager passes;
  passes.addPass(AlwaysInlinerPass());
  FunctionPassManager f;
  f.addPass(EarlyCSEPass(true));
  f.addPass(AnswerKnownFastPaths());
  f.addPass(SimplifyCFGPass(control_flow()));
  f.addPass(NumberAddresses());
  f.addPass(PinMaskedLoads());
  f.addPass(InstCombinePass());
  LoopPassManager loops;
  loops.addPass(LICMPass(LICMOptions()));
  f.addPass(createFunctionToLoopPassAdaptor(std::move(loops), true));
  f.addPass(GVNPass());
  f.addPass(NumberAddresses());
  f.addPass(PinMaskedLoads());
  f.addPass(InstCombinePass());
  f.addPass(DSEPass());
  f.addPass(ADCEPass());
  f.addPass(AnswerKnownFastPaths());
  f.addPass(SimplifyCFGPass(control_flow()));
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(f)));
  passes.addPass(GlobalDCEPass());
  Analyses analyses(machine);
  return passes.run(module, analyses.modules).areAllPreserved() ? 0 : 1;
}

unsigned clean_up_warps(Compilation& c) {
  // The kernel's functions have no callers yet.
  const auto link_as = [&](GlobalValue::LinkageTypes linkage) {
    for (auto* kernel : {&c.full_warp, &c.last_warp}) {
      if (*kernel) (*kernel)->setLinkage(linkage);
    }
  };
  link_as(GlobalValue::ExternalLinkage);
  const auto changed = clean_up(*c.module, *c.machine);
  link_as(GlobalValue::InternalLinkage);
  return changed;
}

// What code generation without optimisation is given: in time that grows with the code.
static unsigned clean_up_quickly(Module& module, TargetMachine& machine) {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(false));
  passes.addPass(SimplifyCFGPass(control_flow()));
  return run_on_functions(module, machine, std::move(passes));
}

unsigned clean_up_entry_point(Compilation& c) {
  // Nobody asks for fast paths any more.
  for (auto* function : defined(*c.module)) answer_fast_paths(*function, false);
  if (c.quick_code) return clean_up_quickly(*c.module, *c.machine);
  return clean_up(*c.module, *c.machine);
}

}  // namespace heddle::compiler
