// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass: runs bound-conversions before anything is optimised. By
// the time that a kernel is launched, LLVM would have folded (short)70000.0f, and made up its mind
// about what (unsigned)x of an unknown x may be.
#include "compiler/passes/link/bound_conversions.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

namespace {

using namespace llvm;

struct BoundConversions : PassInfoMixin<BoundConversions> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    return heddle::compiler::bound_conversions_of(module) != 0 ? PreservedAnalyses::none()
                                                               : PreservedAnalyses::all();
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "bound-conversions", "1", [](PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel) {
          passes.addPass(BoundConversions());
        });
      }};
}
