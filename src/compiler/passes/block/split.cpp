// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/split.h"

#include "compiler/passes/block/split_at_barriers.h"
#include "compiler/passes/block/warp_loops.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

Error split_all(Compilation& c) {
  auto& module = *c.module;
  auto* suspend = module.getFunction(kSuspend);
  const bool waits = suspend && !suspend->use_empty();
  const auto* yield = module.getFunction(kRuntimeYield);
  c.waits = yield && !yield->use_empty();
  // A pointer may lead to a function that waits: only a fiber can be left in the middle of a call.
  bool calls_through_pointer = false, waits_out_of_line = false;
  for (auto& function : module) {
    const bool kernel = function.getName() == c.full_warp || function.getName() == c.last_warp;
    for (auto& block : function) {
      for (auto& instruction : block) {
        auto* call = dyn_cast<CallInst>(&instruction);
        if (!call || call->isInlineAsm()) continue;
        if (!call->getCalledFunction()) calls_through_pointer = true;
        if (call->getCalledFunction() == suspend && suspend && !kernel) waits_out_of_line = true;
      }
    }
  }
  if (c.request.kernel.empty() || c.waits || waits_out_of_line || calls_through_pointer ||
      (waits && c.request.fiber)) {
    c.mode = abi::KernelMode::kFiberWarp;
    if (suspend) suspend->setName("heddle_rt_barrier");
    return Error::success();
  }
  if (!waits) {
    c.mode = abi::KernelMode::kBlock;
    return Error::success();
  }
  if (split_for_warp_loops(c)) {
    c.mode = abi::KernelMode::kBlock;
    return Error::success();
  }
  c.mode = abi::KernelMode::kStep;
  for (auto* name : {&c.full_warp, &c.last_warp}) {
    auto* function = module.getFunction(*name);
    if (!function) continue;
    const auto step = split_at_barriers(*function, &c.barrier_places);
    c.frame_bytes = std::max(c.frame_bytes, step.frame_bytes);
    *name = step.function->getName().str();
    function->eraseFromParent();
  }
  return Error::success();
}

}  // namespace heddle::compiler
