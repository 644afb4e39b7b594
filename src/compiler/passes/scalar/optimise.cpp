// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/optimise.h"

#include "compiler/ir/shortcut.h"
#include "compiler/passes/analyses.h"
#include "compiler/passes/scalar/fold_state_spaces.h"
#include "compiler/passes/scalar/open_gaps.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Runs passes with all of LLVM's analyses at hand.
void run(Module& module, TargetMachine& machine, ModulePassManager passes) {
  Analyses analyses(machine);
  passes.run(module, analyses.modules);
}

// Merging the tails of branches or hoisting their heads would move memory operations between
// blocks that different lanes run: fine for one thread, no gain for a warp.
SimplifyCFGOptions control_flow() {
  return SimplifyCFGOptions()
      .convertSwitchRangeToICmp(true)
      .convertSwitchToLookupTable(false)
      .needCanonicalLoops(true)
      .hoistCommonInsts(false)
      .sinkCommonInsts(false);
}

// Volatile accesses too get the space of what they point at: on a CPU they are no other
// instructions there, which is what makes the pass leave them alone.
struct InferAllAddressSpaces : PassInfoMixin<InferAllAddressSpaces> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    SmallVector<Instruction*, 16> accesses;
    const auto set = [](Instruction* access, bool is_volatile) {
      if (auto* load = dyn_cast<LoadInst>(access)) load->setVolatile(is_volatile);
      if (auto* store = dyn_cast<StoreInst>(access)) store->setVolatile(is_volatile);
    };
    for (auto& instruction : instructions(function)) {
      if (isa<LoadInst, StoreInst>(instruction) && instruction.isVolatile()) {
        accesses.push_back(&instruction);
        set(&instruction, false);
      }
    }
    auto preserved = InferAddressSpacesPass(0).run(function, analyses);
    for (auto* access : accesses) set(access, true);
    return preserved;
  }
};

// Shortcuts whose conditions have become constants.
struct AnswerKnownShortcuts : PassInfoMixin<AnswerKnownShortcuts> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    return answer_shortcuts(function, true) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

}  // namespace

void optimise(Module& module, TargetMachine& machine) {
  FunctionPassManager f;
  f.addPass(SROAPass(SROAOptions::ModifyCFG));
  f.addPass(EarlyCSEPass(false));
  f.addPass(InferAllAddressSpaces());
  f.addPass(FoldStateSpacesPass());
  f.addPass(SimplifyCFGPass(control_flow()));
  f.addPass(InstCombinePass());
  f.addPass(CorrelatedValuePropagationPass());
  LoopPassManager early;
  early.addPass(LoopRotatePass());
  early.addPass(LICMPass(LICMOptions()));
  f.addPass(createFunctionToLoopPassAdaptor(std::move(early), /*UseMemorySSA=*/true));
  LoopPassManager unrolling;
  unrolling.addPass(IndVarSimplifyPass());
  unrolling.addPass(LoopDeletionPass());
  unrolling.addPass(LoopFullUnrollPass(3));
  f.addPass(createFunctionToLoopPassAdaptor(std::move(unrolling)));
  // Loops whose trips depend on the thread's index, but only by one: most of them run as often for
  // all threads of a block of this shape, which shows once they are unrolled.
  f.addPass(LoopUnrollPass(
      LoopUnrollOptions(3).setUpperBound(true).setPartial(false).setRuntime(false).setPeeling(
          false)));
  f.addPass(SROAPass(SROAOptions::ModifyCFG));
  f.addPass(InstCombinePass());
  f.addPass(SimplifyCFGPass(control_flow()));
  f.addPass(GVNPass());
  f.addPass(CorrelatedValuePropagationPass());
  f.addPass(InstCombinePass());
  f.addPass(DSEPass());
  LoopPassManager late;
  late.addPass(LICMPass(LICMOptions()));
  f.addPass(createFunctionToLoopPassAdaptor(std::move(late), true));
  f.addPass(ADCEPass());
  f.addPass(SimplifyCFGPass(control_flow()));
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(f)));
  run(module, machine, std::move(passes));
}

// A parameter, or what a pointer in one points to: the same for all lanes.
static bool is_parameter(const LoadInst& load) {
  if (load.hasMetadata(LLVMContext::MD_invariant_load)) return true;
  APInt offset(64, 0);
  const auto* base = dyn_cast<LoadInst>(load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      load.getDataLayout(), offset, true));
  return base && base->hasMetadata(LLVMContext::MD_invariant_load);
}

void combine_accesses(Module& module, TargetMachine& machine) {
  // Parameters stay apart: of two pointers in one vector, no analysis knows where they come from.
  SmallVector<LoadInst*, 16> parameters;
  for (auto& function : module) {
    for (auto& instruction : instructions(function)) {
      auto* load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->isSimple() || !is_parameter(*load)) continue;
      load->setVolatile(true);
      parameters.push_back(load);
    }
  }
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(LoadStoreVectorizerPass()));
  run(module, machine, std::move(passes));
  for (auto* load : parameters) load->setVolatile(false);
  // It may have bridged gaps with masks.
  open_gaps(module);
}

void tidy(Module& module, TargetMachine& machine) {
  ModulePassManager passes;
  passes.addPass(AlwaysInlinerPass());
  FunctionPassManager f;
  f.addPass(EarlyCSEPass(true));
  f.addPass(AnswerKnownShortcuts());
  f.addPass(SimplifyCFGPass(control_flow()));
  f.addPass(InstCombinePass());
  LoopPassManager loops;
  loops.addPass(LICMPass(LICMOptions()));
  f.addPass(createFunctionToLoopPassAdaptor(std::move(loops), true));
  f.addPass(GVNPass());
  f.addPass(InstCombinePass());
  f.addPass(DSEPass());
  f.addPass(ADCEPass());
  f.addPass(AnswerKnownShortcuts());
  f.addPass(SimplifyCFGPass(control_flow()));
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(f)));
  passes.addPass(GlobalDCEPass());
  run(module, machine, std::move(passes));
}

void share_subexpressions(Function& function, TargetMachine& machine) {
  Analyses analyses(machine);
  EarlyCSEPass(true).run(function, analyses.functions);
}

}  // namespace heddle::compiler
