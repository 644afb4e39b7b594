// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/sink_to_slow_paths.h"

#include "compiler/ir/fast_path.h"
#include "compiler/passes/analyses.h"
#include "llvm/Transforms/Scalar/LoopSink.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// LLVM sinks by profiles only, for want of better knowledge. The weights of fast paths are it.
struct SinkIntoLoops : PassInfoMixin<SinkIntoLoops> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    const bool has_fast_path =
        any_of(function, [](BasicBlock& block) { return fast_path_of(*block.getTerminator()); });
    if (!has_fast_path || function.hasProfileData()) return PreservedAnalyses::all();
    function.setEntryCount(1);
    auto preserved = LoopSinkPass().run(function, analyses);
    function.setMetadata(LLVMContext::MD_prof, nullptr);
    return preserved;
  }
};

}  // namespace

unsigned sink_to_slow_paths(Module& module, TargetMachine& machine) {
  FunctionPassManager passes;
  passes.addPass(SinkIntoLoops());
  return run_on_functions(module, machine, std::move(passes));
}

}  // namespace heddle::compiler
