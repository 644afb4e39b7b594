// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass of programs: the host writes the handle of a texture into
// a static texture reference, too (`static texture<float, 2> t;`, `static surface<void, 2> s;`),
// which clang takes for a number that nobody ever sets. It is the only static variable of a file
// without an initial value. It stays one of its file: with -rdc=true others may have its name.
#include "frontend/keep_variables.h"
#include "frontend/plugin.h"
#include "llvm/IR/Constants.h"

namespace {

using namespace llvm;

constexpr unsigned kGlobalSpace = 1;

struct KeepStaticTextures : PassInfoMixin<KeepStaticTextures> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    return heddle::frontend::keep_variables(module, [](const GlobalVariable& variable) {
      return variable.hasInternalLinkage() && variable.getAddressSpace() == kGlobalSpace &&
             variable.getValueType()->isIntegerTy(64) &&
             isa<UndefValue>(variable.getInitializer());
    });
  }
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return heddle::frontend::plugin_at_start<KeepStaticTextures>("keep-static-textures");
}
