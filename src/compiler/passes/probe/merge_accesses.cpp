// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/merge_accesses.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Of the architecture that device code is compiled for by default.
constexpr const char* kGpu = "sm_90";

Expected<std::unique_ptr<TargetMachine>> make_gpu() {
  static const bool initialised = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    return true;
  }();
  (void)initialised;
  const Triple triple("nvptx64-nvidia-cuda");
  std::string message;
  const auto* target = TargetRegistry::lookupTarget(triple, message);
  if (!target) return createStringError(message);
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(triple, kGpu, "", TargetOptions(), std::nullopt));
  if (!machine) return createStringError("LLVM has no rules for " + triple.str());
  return machine;
}

}  // namespace

Error merge_accesses(Module& module) {
  auto gpu = make_gpu();
  if (!gpu) return gpu.takeError();
  PassBuilder builder(gpu->get());
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  FunctionPassManager passes;
  passes.addPass(LoadStoreVectorizerPass());
  for (auto& function : module) {
    if (!function.isDeclaration()) passes.run(function, functions);
  }
  return Error::success();
}

}  // namespace heddle::compiler
