// SPDX-License-Identifier: Apache-2.0
// Pseudo functions that the engine carries out, for one lane after the other: mbarriers, copies,
// state spaces, memory of alloca.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/widener.h"
#include "image/kernel_abi.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

bool Widener::engine_call(CallInst& i) {
  const auto name = i.getCalledFunction()->getName();
  const auto symbol = pseudo::engine_symbol(name);
  auto* i32 = b_.getInt32Ty();
  auto* i64 = b_.getInt64Ty();
  const auto phase = [&](Value* object) -> Value* {
    auto* word = b_.CreateAlignedLoad(i64, object, Align(8));
    word->setAtomic(AtomicOrdering::Acquire);
    return b_.CreateTrunc(b_.CreateLShr(word, abi::Mbarrier::kPhaseShift), i32);
  };
  if (symbol.empty() && name != pseudo::kMbarrierPhase) return false;

  SmallVector<Type*, 5> types{b_.getPtrTy()};
  for (Value* argument : i.args()) types.push_back(argument->getType());
  auto* result = i.getType();
  FunctionCallee target;
  if (!symbol.empty()) {
    auto* type = FunctionType::get(result, types, false);
    target = warp_.getParent()->getOrInsertFunction(symbol, type);
  }
  const auto make = [&](ArrayRef<Value*> arguments) -> Value* {
    if (symbol.empty()) return phase(arguments[0]);
    SmallVector<Value*, 5> all{warp_.getArg(kBlockArgument)};
    all.append(arguments.begin(), arguments.end());
    return b_.CreateCall(target, all);
  };
  const auto& first = lanes_of(i.getArgOperand(0));
  const bool asks = name == pseudo::kStateSpace || name == pseudo::kMbarrierPhase;
  if (asks && first.base && first.shape.is_uniform()) {
    define(i, Lanes::uniform(make({first.base})));
    return true;
  }
  SmallVector<Value*, 4> vectors;
  for (Value* argument : i.args()) vectors.push_back(vector(argument));
  auto* collected = per_lane(result, [&](Value* lane) -> Value* {
    SmallVector<Value*, 4> own;
    for (auto* one : vectors) own.push_back(b_.CreateExtractElement(one, lane));
    auto* value = make(own);
    return result->isVoidTy() ? nullptr : value;
  });
  if (!result->isVoidTy()) define(i, Lanes::varying(collected));
  return true;
}

}  // namespace heddle::compiler
