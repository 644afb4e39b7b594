// SPDX-License-Identifier: Apache-2.0
// Calls: who widens which, and device functions that were not inlined.
#include "compiler/ir/calling_convention.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

void Widener::call(CallInst& i) {
  if (i.isInlineAsm()) return fail(i, "inline assembly is not supported");
  if (pseudo_call(i) || warp_operation(i) || device_intrinsic(i) || math(i) || intrinsic(i)) return;
  auto* callee = i.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return device_call(i);
  runtime_call(i);
}

// A device function that was not inlined: direct, or through a pointer that may differ by lane.
void Widener::device_call(CallInst& i) {
  SmallVector<Value*, 8> arguments{warp_.getArg(kBlockArgument), warp_.getArg(kWarpContextArgument),
                                   warp_.getArg(kWarpArgument), mask_vector()};
  for (Value* argument : i.args()) arguments.push_back(vector(argument));
  auto* type = warp_function_type(*i.getFunctionType());
  if (auto* callee = i.getCalledFunction()) {
    auto* result = b_.CreateCall(warp_function(*callee), arguments);
    if (!i.getType()->isVoidTy()) define(i, from_aggregate(result, i.getType()));
    return;
  }
  const auto& target = lanes_of(i.getCalledOperand());
  if (target.base && target.shape.is_uniform()) {
    auto* result = b_.CreateCall(type, target.base, arguments);
    if (!i.getType()->isVoidTy()) define(i, from_aggregate(result, i.getType()));
    return;
  }
  // One call for each different target among the active lanes.
  auto* targets = b_.CreatePtrToInt(to_vector(target), vector_type(b_.getInt64Ty()));
  auto* before = b_.GetInsertBlock();
  auto* loop = BasicBlock::Create(b_.getContext(), "targets", &warp_);
  auto* after = BasicBlock::Create(b_.getContext(), "targets.done", &warp_);
  auto* all = mask_bits();
  b_.CreateCondBr(b_.CreateICmpNE(all, b_.getInt32(0)), loop, after);
  b_.SetInsertPoint(loop);
  auto* left = b_.CreatePHI(b_.getInt32Ty(), 2);
  const bool returns = !i.getType()->isVoidTy();
  auto* result_type = type->getReturnType();
  auto* so_far = returns ? b_.CreatePHI(result_type, 2) : nullptr;
  auto* lane = b_.CreateBinaryIntrinsic(Intrinsic::cttz, left, b_.getTrue());
  auto* chosen = b_.CreateExtractElement(targets, lane);
  auto* left_lanes = b_.CreateBitCast(left, vector_type(b_.getInt1Ty()));
  auto* same = b_.CreateSelect(left_lanes, b_.CreateICmpEQ(targets, splat(chosen)),
                               ConstantInt::getFalse(left_lanes->getType()));
  arguments[kMaskArgument] = same;
  auto* result = b_.CreateCall(type, b_.CreateIntToPtr(chosen, b_.getPtrTy()), arguments);
  Value* merged = nullptr;
  if (returns) {
    const std::function<Value*(Value*, Value*)> blend = [&](Value* fresh, Value* old) -> Value* {
      if (fresh->getType()->isVectorTy()) return b_.CreateSelect(same, fresh, old);
      Value* sum = PoisonValue::get(fresh->getType());
      for (unsigned k = 0; k < fresh->getType()->getStructNumElements(); ++k) {
        sum = b_.CreateInsertValue(
            sum, blend(b_.CreateExtractValue(fresh, k), b_.CreateExtractValue(old, k)), k);
      }
      return sum;
    };
    merged = blend(result, so_far);
  }
  auto* rest = b_.CreateAnd(left, b_.CreateNot(bits_of(same)));
  auto* end = b_.GetInsertBlock();
  b_.CreateCondBr(b_.CreateICmpNE(rest, b_.getInt32(0)), loop, after);
  left->addIncoming(all, before);
  left->addIncoming(rest, end);
  b_.SetInsertPoint(after);
  if (!returns) return;
  so_far->addIncoming(PoisonValue::get(result_type), before);
  so_far->addIncoming(merged, end);
  auto* final = b_.CreatePHI(result_type, 2);
  final->addIncoming(PoisonValue::get(result_type), before);
  final->addIncoming(merged, end);
  define(i, from_aggregate(final, i.getType()));
}

}  // namespace heddle::compiler
