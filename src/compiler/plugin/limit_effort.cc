// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the device pass: functions of very many blocks go without the passes over
// loops. Each loop that is turned around or unrolled changes the dominator tree, where all the code
// that follows stands below it, so their time grows with the square of a function: 20,000 statements
// in nests of loops took more than a minute.
//
// Their local variables become values in another way first (ptx/promote_slots.h).
//
// Below the bound clang does what it always did. With HEDDLE_LOG=compile it says what a function
// goes without.
#include <cstdlib>

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"
#include "ptx/promote_slots.h"

namespace {

using namespace llvm;

constexpr std::size_t kMaxBlocks = 1500;

class LimitEffort {
 public:
  bool wants(StringRef pass, Any ir) {
    if (const auto* const* loop = any_cast<const Loop*>(&ir)) {
      return is_small(*(*loop)->getHeader()->getParent());
    }
    const auto* const* function = any_cast<const Function*>(&ir);
    if (!function) return true;
    // To count is a walk over the blocks: once for each pass over a function, not for each loop.
    counted_ = nullptr;
    const bool grows = pass.starts_with("Loop") || pass == "SLPVectorizerPass";
    return !grows || is_small(**function);
  }

 private:
  bool is_small(const Function& function) {
    if (&function != counted_) {
      counted_ = &function;
      small_ = function.size() <= kMaxBlocks;
      if (!small_) say(function);
    }
    return small_;
  }
  void say(const Function& function) {
    const char* log = std::getenv("HEDDLE_LOG");
    if (!log || !StringRef(log).contains("compile") || !said_.insert(function.getName()).second) {
      return;
    }
    errs() << "heddle: compile " << function.getName() << ": clang gave up: passes over loops ("
           << function.size() << " blocks)\n";
  }

  const Function* counted_ = nullptr;
  bool small_ = true;
  StringSet<> said_;
};

struct PromoteSlots : PassInfoMixin<PromoteSlots> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    if (function.size() <= kMaxBlocks) return PreservedAnalyses::all();
    SmallVector<AllocaInst*, 0> slots;
    for (auto& i : function.getEntryBlock()) {
      if (auto* slot = dyn_cast<AllocaInst>(&i)) slots.push_back(slot);
    }
    const auto left = heddle::ptx::promote_slots(slots).size();
    return left < slots.size() ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "limit-effort", "1", [](PassBuilder& builder) {
            builder.registerPipelineStartEPCallback([](ModulePassManager& all, OptimizationLevel level) {
              if (level == OptimizationLevel::O0) return;
              all.addPass(createModuleToFunctionPassAdaptor(PromoteSlots()));
            });
            auto* passes = builder.getPassInstrumentationCallbacks();
            if (!passes) return;
            passes->registerShouldRunOptionalPassCallback(
                [effort = std::make_shared<LimitEffort>()](StringRef pass, Any ir) {
                  return effort->wants(pass, ir);
                });
          }};
}
