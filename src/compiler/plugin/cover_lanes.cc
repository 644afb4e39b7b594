// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass with --coverage: what clang made an atomic addition to a
// counter of its own becomes heddle.cover, before anything is optimised.
//
//     atomicrmw add ptr @__profc_f, i64 1   ->   call void @heddle.cover(ptr @__profc_f, i1 true)
//
// Of a choice that it computes without a branch, c ? 1 : 2, clang adds c.
//
// To LLVM and to what Heddle looks for (who waits for whom, which accesses may meet) it touches no
// memory that the program has, so a program that is counted is compiled as one that is not. And
// calls are not merged, so each names one counter.
#include "image/coverage.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "ptx/cover_function.h"

namespace {

using namespace llvm;

bool is_counter(const Value& pointer) {
  const auto* variable = dyn_cast<GlobalVariable>(pointer.stripInBoundsConstantOffsets());
  return variable && variable->getName().starts_with(heddle::image::kClangCounters);
}

struct CoverLanes : PassInfoMixin<CoverLanes> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    SmallVector<AtomicRMWInst*, 0> additions;
    for (auto& function : module) {
      for (auto& i : instructions(function)) {
        auto* addition = dyn_cast<AtomicRMWInst>(&i);
        if (addition && is_counter(*addition->getPointerOperand())) additions.push_back(addition);
      }
    }
    if (additions.empty()) return PreservedAnalyses::all();
    const auto cover = heddle::ptx::declare_cover(module);
    for (auto* addition : additions) {
      IRBuilder<> b(addition);
      auto* call = b.CreateCall(
          cover, {addition->getPointerOperand(), b.CreateIsNotNull(addition->getValOperand())});
      call->addFnAttr(Attribute::NoMerge);
      addition->eraseFromParent();
    }
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }  // NOLINT(readability-identifier-naming): LLVM's name
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "cover-lanes", "1", [](PassBuilder& builder) {
            builder.registerPipelineEarlySimplificationEPCallback(
                [](ModulePassManager& passes, OptimizationLevel, ThinOrFullLTOPhase) {
                  passes.addPass(CoverLanes());
                });
          }};
}
