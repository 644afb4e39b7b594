// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/choose_barrier_mode.h"

#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

unsigned choose_barrier_mode(Compilation& c) {
  auto& module = *c.module;
  auto* suspend = module.getFunction(kSuspend);
  const bool waits = suspend && !suspend->use_empty();
  const auto* yield = module.getFunction(kRuntimeYield);
  c.waits = yield && !yield->use_empty();
  // A pointer may lead to a function that waits: only a fiber can be left in the middle of a call.
  bool calls_through_pointer = false, waits_out_of_line = false;
  for (auto& function : module) {
    const bool kernel = &function == c.full_warp || &function == c.last_warp;
    for (auto& block : function) {
      for (auto& instruction : block) {
        auto* call = dyn_cast<CallInst>(&instruction);
        if (!call || call->isInlineAsm()) continue;
        if (!call->getCalledFunction()) calls_through_pointer = true;
        if (call->getCalledFunction() == suspend && suspend && !kernel) waits_out_of_line = true;
      }
    }
  }
  if (!c.is_kernel() || c.waits || waits_out_of_line || calls_through_pointer ||
      (waits && c.request.fiber)) {
    c.mode = abi::KernelMode::kFiberWarp;
    if (!suspend) return 0;
    suspend->setName("heddle_rt_barrier");
    return 1;
  }
  c.mode = waits ? abi::KernelMode::kStep : abi::KernelMode::kBlock;
  return 0;
}

}  // namespace heddle::compiler
