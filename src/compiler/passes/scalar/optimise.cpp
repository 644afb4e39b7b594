// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/optimise.h"

#include "compiler/passes/analyses.h"
#include "compiler/passes/scalar/control_flow.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace heddle::compiler {

using namespace llvm;

// What clang does with -O2. Functions of the C library are none of the kernel's.
static void make_up_for_clang(Module& module, TargetMachine& machine) {
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  functions.registerPass([&] {
    TargetLibraryInfoImpl library(machine.getTargetTriple());
    library.disableAllFunctions();
    return TargetLibraryAnalysis(library);
  });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  auto passes =
      builder.buildFunctionSimplificationPipeline(OptimizationLevel::O2, ThinOrFullLTOPhase::None);
  for (auto& function : module) {
    if (!function.isDeclaration()) passes.run(function, functions);
  }
}

unsigned optimise(Module& module, TargetMachine& machine) {
  if (auto* mark = module.getNamedMetadata(kUnoptimised)) {
    make_up_for_clang(module, machine);
    mark->eraseFromParent();
  }
  // CUDA has malloc and free, but no calloc, which LLVM makes of malloc and stores of zero.
  for (auto& function : module) {
    if (!function.isDeclaration()) function.addFnAttr("no-builtin-calloc");
  }
  FunctionPassManager f;
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
  return run_on_functions(module, machine, std::move(f));
}

}  // namespace heddle::compiler
