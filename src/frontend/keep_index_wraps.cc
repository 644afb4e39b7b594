// SPDX-License-Identifier: Apache-2.0
// A plugin of clang, for the host pass: loops whose index wraps around in a narrow integer are not
// made into vectors.
//
//   for (unsigned x = 0; x < 64; ++x) out[row + x] = in[row + (x + 63) % 64];
//
// The remainder is a counter of six bits. LLVM 22 takes such loads for loads of neighbours and
// finds its own question, whether the counter wraps, answered by no: in[row + 64] is read for
// in[row] (tests/lang/language/host_indices_that_wrap.cu). clang makes no vectors of device code.
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace {

using namespace llvm;

// A counter of fewer than 32 bits that is not known not to wrap around.
bool may_wrap(const SCEV* address) {
  return SCEVExprContains(address, [](const SCEV* part) {
    const auto* cast = dyn_cast<SCEVIntegralCastExpr>(part);
    const auto* counter = cast ? dyn_cast<SCEVAddRecExpr>(cast->getOperand()) : nullptr;
    if (!counter || counter->getType()->getScalarSizeInBits() >= 32) return false;
    return isa<SCEVSignExtendExpr>(cast) ? !counter->hasNoSignedWrap()
                                         : !counter->hasNoUnsignedWrap();
  });
}

struct KeepIndexWraps : PassInfoMixin<KeepIndexWraps> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager& analyses) {
    auto& numbers = analyses.getResult<ScalarEvolutionAnalysis>(function);
    for (auto* loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
      if (!loop->isInnermost()) continue;
      const bool wraps = any_of(loop->blocks(), [&](BasicBlock* block) {
        return any_of(*block, [&](Instruction& i) {
          auto* address = getLoadStorePointerOperand(&i);
          return address && may_wrap(numbers.getSCEV(address));
        });
      });
      if (wraps) addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
    }
    return PreservedAnalyses::all();
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "keep-index-wraps", "1", [](PassBuilder& builder) {
            builder.registerVectorizerStartEPCallback(
                [](FunctionPassManager& passes, OptimizationLevel) {
                  passes.addPass(KeepIndexWraps());
                });
          }};
}
