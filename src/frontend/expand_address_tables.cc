// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass: runs expand-address-tables when all has been optimised.
#include "ptx/expand_address_tables.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

namespace {

using namespace llvm;

struct ExpandAddressTables : PassInfoMixin<ExpandAddressTables> {
  static PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    return heddle::ptx::expand_address_tables(module) != 0 ? PreservedAnalyses::none()
                                                           : PreservedAnalyses::all();
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "expand-address-tables", "1", [](PassBuilder& builder) {
            builder.registerOptimizerLastEPCallback(
                [](ModulePassManager& passes, OptimizationLevel, ThinOrFullLTOPhase) {
                  passes.addPass(ExpandAddressTables());
                });
          }};
}
