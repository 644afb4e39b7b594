// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass: a use of a thread_local variable is an error at its line.
// clang refuses the variables of a file itself, but not those of a device function, for which it
// makes code that is not well-formed.
#include "frontend/plugin.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace {

using namespace llvm;

struct RefuseThreadLocals : PassInfoMixin<RefuseThreadLocals> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    bool found = false;
    for (auto& function : module) {
      DebugLoc told;  // once a line: `++x` has two uses
      for (auto& instruction : make_early_inc_range(instructions(function))) {
        auto* address = dyn_cast<IntrinsicInst>(&instruction);
        if (!address || address->getIntrinsicID() != Intrinsic::threadlocal_address) continue;
        const DebugLoc& place = address->getDebugLoc();
        if (!told || !place || told.getLine() != place.getLine()) {
          module.getContext().diagnose(DiagnosticInfoUnsupported(
              function, "thread_local variables are not supported in device code", place));
        }
        told = place;
        // What runs after this pass is to find code that is well-formed.
        address->replaceAllUsesWith(address->getArgOperand(0));
        address->eraseFromParent();
        found = true;
      }
    }
    return found ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return heddle::frontend::plugin_at_start<RefuseThreadLocals>("refuse-thread-locals");
}
