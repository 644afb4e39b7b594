// SPDX-License-Identifier: Apache-2.0
// How a plugin of clang says which pass it has.
#pragma once

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

namespace heddle::frontend {

// A plugin of one pass, in front of all others.
template <class Pass>
llvm::PassPluginLibraryInfo plugin_at_start(const char* name) {
  return {LLVM_PLUGIN_API_VERSION, name, "1", [](llvm::PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                  passes.addPass(Pass());
                });
          }};
}

}  // namespace heddle::frontend
