// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass of programs: the host writes the handle of a texture into
// a static texture reference, too (`static texture<float, 2> t;`), which clang takes for a number
// that nobody ever sets. It is the only static variable of a file without an initial value.
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace {

using namespace llvm;

constexpr unsigned kGlobalSpace = 1;

struct KeepStaticTextures : PassInfoMixin<KeepStaticTextures> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    SmallVector<GlobalValue*, 8> kept;
    for (auto& variable : module.globals()) {
      if (!variable.hasInternalLinkage() || variable.getAddressSpace() != kGlobalSpace ||
          !variable.getValueType()->isIntegerTy(64) ||
          !isa<UndefValue>(variable.getInitializer())) {
        continue;
      }
      variable.setExternallyInitialized(true);
      variable.setLinkage(GlobalValue::ExternalLinkage);
      kept.push_back(&variable);
    }
    if (kept.empty()) return PreservedAnalyses::all();
    appendToCompilerUsed(module, kept);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {
      LLVM_PLUGIN_API_VERSION, "keep-static-textures", "1", [](PassBuilder& builder) {
        builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel) {
          passes.addPass(KeepStaticTextures());
        });
      }};
}
