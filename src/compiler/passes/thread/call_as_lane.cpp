// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/call_as_lane.h"

#include "compiler/passes/widen/lanes.h"
#include "compiler/passes/widen/widener.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

Value* part_of(IRBuilderBase& b, Value* tuple, unsigned index) {
  return tuple->getType()->isVectorTy() ? b.CreateExtractElement(tuple, index)
                                        : b.CreateExtractValue(tuple, index);
}

}  // namespace

Value* with_lane(IRBuilderBase& b, Value* lanes, Value* value, Value* lane) {
  auto* type = value->getType();
  if (!is_tuple(type)) return b.CreateInsertElement(lanes, value, lane);
  for (unsigned i = 0; i < tuple_size(type); ++i) {
    auto* part = with_lane(b, b.CreateExtractValue(lanes, i), part_of(b, value, i), lane);
    lanes = b.CreateInsertValue(lanes, part, i);
  }
  return lanes;
}

Value* lane_of(IRBuilderBase& b, Value* lanes, Type* type, Value* lane) {
  if (!is_tuple(type)) return b.CreateExtractElement(lanes, lane);
  Value* result = PoisonValue::get(type);
  for (unsigned i = 0; i < tuple_size(type); ++i) {
    auto* part = lane_of(b, b.CreateExtractValue(lanes, i), tuple_part(type, i), lane);
    result = type->isVectorTy() ? b.CreateInsertElement(result, part, i)
                                : b.CreateInsertValue(result, part, i);
  }
  return result;
}

Value* call_as_lane(IRBuilderBase& b, CallInst& call, const CallingLane& caller) {
  auto* nobody = Constant::getNullValue(lanes_type(b.getInt1Ty()));
  auto* mask = b.CreateInsertElement(nobody, b.getTrue(), caller.lane);
  SmallVector<Value*, 8> arguments{caller.block, caller.warp_context, caller.warp, mask};
  // The other lanes hold anything.
  for (Value* argument : call.args()) {
    auto* anything = PoisonValue::get(lanes_type(argument->getType()));
    arguments.push_back(with_lane(b, anything, argument, caller.lane));
  }
  auto* result =
      b.CreateCall(warp_function_type(*call.getFunctionType()), call.getCalledOperand(), arguments);
  return call.getType()->isVoidTy() ? nullptr : lane_of(b, result, call.getType(), caller.lane);
}

}  // namespace heddle::compiler
