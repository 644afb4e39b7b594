// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass of what is made a module (-fatbin, -cubin, -ptx, and so
// NVRTC): static variables are what cuModuleGetGlobal finds, so others than this file may write and
// read them. In a program clang knows which of them host code names; a module's host code is
// elsewhere.
#include "frontend/keep_variables.h"
#include "frontend/plugin.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"

namespace {

using namespace llvm;

constexpr unsigned kGlobalSpace = 1;

// To LLVM all of constant memory is constant; those that the source says __constant__ of are
// annotated (heddle/named_constants.h), so that tables of the compiler's stay tables.
SmallPtrSet<const GlobalVariable*, 8> written_as_constant(const Module& module) {
  SmallPtrSet<const GlobalVariable*, 8> found;
  const auto* list = module.getNamedGlobal("llvm.global.annotations");
  if (!list || !list->hasInitializer()) return found;
  for (const Use& row : list->getInitializer()->operands()) {
    const auto* fields = dyn_cast<ConstantStruct>(row.get());
    if (!fields) continue;
    const auto* variable = dyn_cast<GlobalVariable>(fields->getOperand(0)->stripPointerCasts());
    const auto* text = dyn_cast<GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    if (!variable || !text || !text->hasInitializer()) continue;
    const auto* data = dyn_cast<ConstantDataArray>(text->getInitializer());
    if (data && data->isCString() && data->getAsCString() == "heddle.constant")
      found.insert(variable);
  }
  return found;
}

struct KeepStaticVariables : PassInfoMixin<KeepStaticVariables> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    const auto constants = written_as_constant(module);
    return heddle::frontend::keep_variables(module, [&](const GlobalVariable& variable) {
      // _ZZ: a function's.
      if (!variable.hasLocalLinkage() || variable.getName().starts_with("_ZZ")) return false;
      const bool is_device = variable.getAddressSpace() == kGlobalSpace && !variable.isConstant();
      return is_device || constants.contains(&variable);
    });
  }
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return heddle::frontend::plugin_at_start<KeepStaticVariables>("keep-static-variables");
}
