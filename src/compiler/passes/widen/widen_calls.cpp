// SPDX-License-Identifier: Apache-2.0
// Calls: who widens which, and device functions that were not inlined.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/function_mark.h"
#include "compiler/ir/lane_function.h"
#include "compiler/ir/over_lanes.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

void Widener::call(CallInst& i) {
  if (i.isInlineAsm()) return fail(i, "inline assembly is not supported");
  if (matrix_operation(i) || pseudo_call(i) || warp_operation(i) || device_intrinsic(i) ||
      math(i) || intrinsic(i))
    return;
  auto* callee = i.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return device_call(i);
  runtime_call(i);
}

// A device function that was not inlined: direct, or through a pointer that may differ by lane.
void Widener::device_call(CallInst& i) {
  auto* callee = i.getCalledFunction();
  if (callee && is_of_one_lane(*callee)) return lane_calls(i);
  SmallVector<Value*, 8> arguments{warp_.getArg(kBlockArgument), warp_.getArg(kWarpContextArgument),
                                   warp_.getArg(kWarpArgument), mask_vector()};
  // What has to be the same in all lanes of a call: the target, or one argument.
  Value* common = callee ? nullptr : i.getCalledOperand();
  std::optional<unsigned> common_argument;
  for (unsigned k = 0; k < i.arg_size(); ++k) {
    auto* argument = i.getArgOperand(k);
    const bool uniform = callee && callee->getArg(k)->hasAttribute(kUniformArgument);
    arguments.push_back(uniform ? nullptr : vector(argument));
    if (!uniform) continue;
    common = argument;
    common_argument = kFirstLaneArgument + k;
    // Such a function never waits: a caller with plain barriers keeps them (split_at_barriers.h).
    arguments[kWarpContextArgument] = ConstantPointerNull::get(b_.getPtrTy());
  }
  auto* type =
      callee ? warp_function(*callee)->getFunctionType() : warp_function_type(*i.getFunctionType());
  // `lane`: the first of those that call.
  const auto make_call = [&](Value* chosen, Value* lane) {
    if (common_argument) arguments[*common_argument] = chosen;
    if (callee) return b_.CreateCall(type, warp_function(*callee), arguments);
    check_function(b_, chosen, {warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument), lane});
    return b_.CreateCall(type, chosen, arguments);
  };
  if (!common || (lanes_of(common).base && lanes_of(common).shape.is_uniform())) {
    auto* first =
        callee ? nullptr : b_.CreateBinaryIntrinsic(Intrinsic::cttz, mask_bits(), b_.getFalse());
    auto* result = make_call(common ? lanes_of(common).base : nullptr, first);
    if (!i.getType()->isVoidTy()) define(i, from_aggregate(result, i.getType()));
    return;
  }
  // One call for each different one among the active lanes.
  auto* all_common = to_vector(lanes_of(common));
  if (!callee) all_common = b_.CreatePtrToInt(all_common, vector_type(b_.getInt64Ty()));
  auto round = [&](const LaneRound& at) -> LaneResult {
    auto* chosen = b_.CreateExtractElement(all_common, at.lane);
    auto* left = b_.CreateBitCast(at.left, vector_type(b_.getInt1Ty()));
    auto* same = b_.CreateSelect(left, b_.CreateICmpEQ(all_common, splat(chosen)),
                                 ConstantInt::getFalse(left->getType()));
    arguments[kMaskArgument] = same;
    auto* result = make_call(callee ? chosen : b_.CreateIntToPtr(chosen, b_.getPtrTy()), at.lane);
    const std::function<Value*(Value*, Value*)> blend = [&](Value* fresh, Value* old) -> Value* {
      if (fresh->getType()->isVectorTy()) return b_.CreateSelect(same, fresh, old);
      Value* sum = PoisonValue::get(fresh->getType());
      for (unsigned k = 0; k < fresh->getType()->getStructNumElements(); ++k) {
        sum = b_.CreateInsertValue(
            sum, blend(b_.CreateExtractValue(fresh, k), b_.CreateExtractValue(old, k)), k);
      }
      return sum;
    };
    return {at.so_far ? blend(result, at.so_far) : nullptr, bits_of(same)};
  };
  auto* all = over_lanes(b_, mask_bits(), type->getReturnType(), "targets", round);
  if (all) define(i, from_aggregate(all, i.getType()));
}

// A function that stays the code of one thread is called for one lane after the other.
void Widener::lane_calls(CallInst& i) {
  SmallVector<Lanes, 8> arguments;
  for (Value* argument : i.args()) arguments.push_back(lanes_of(argument));
  auto* returned = i.getType();
  auto* all = over_lanes(b_, mask_bits(), returned->isVoidTy() ? returned : lanes_type(returned),
                         "walk", [&](const LaneRound& round) -> LaneResult {
                           SmallVector<Value*, 8> own;
                           for (const auto& argument : arguments)
                             own.push_back(lane_of(argument, round.lane));
                           auto* made = b_.CreateCall(i.getCalledFunction(), own);
                           if (!round.so_far) return {nullptr};
                           if (!returned->isStructTy()) {
                             return {b_.CreateInsertElement(round.so_far, made, round.lane)};
                           }
                           auto* sum = round.so_far;
                           for (unsigned k = 0; k < returned->getStructNumElements(); ++k) {
                             auto* part =
                                 b_.CreateInsertElement(b_.CreateExtractValue(sum, k),
                                                        b_.CreateExtractValue(made, k), round.lane);
                             sum = b_.CreateInsertValue(sum, part, k);
                           }
                           return {sum};
                         });
  if (all) define(i, from_aggregate(all, returned));
}

}  // namespace heddle::compiler
