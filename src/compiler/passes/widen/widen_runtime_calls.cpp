// SPDX-License-Identifier: Apache-2.0
// Functions that the runtime library provides, called once for each active lane.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/runtime_functions.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

void Widener::runtime_call(CallInst& i) {
  const auto name = i.getCalledFunction()->getName();
  if (name == kGlobalTimer) {
    auto* now = b_.CreateCall(warp_.getParent()->getOrInsertFunction(name, i.getFunctionType()));
    return define(i, Lanes::varying(splat(now)));
  }
  const auto* function = runtime_function(name);
  if (!function) return fail(i, "call of a function that is defined nowhere: " + name);
  SmallVector<Value*, 6> vectors;
  for (Value* argument : i.args()) vectors.push_back(vector(argument));
  auto* result = i.getType();
  auto* collected = per_lane(result, [&](Value* lane) -> Value* {
    auto* thread = b_.CreateAdd(b_.CreateShl(warp_.getArg(kWarpArgument), 5), lane);
    SmallVector<Value*, 6> own;
    for (auto* one : vectors) own.push_back(b_.CreateExtractElement(one, lane));
    auto* made = call_runtime(b_, *function, result, {warp_.getArg(kBlockArgument), thread}, own);
    return result->isVoidTy() ? nullptr : made;
  });
  if (!result->isVoidTy()) define(i, Lanes::varying(collected));
}

}  // namespace heddle::compiler
