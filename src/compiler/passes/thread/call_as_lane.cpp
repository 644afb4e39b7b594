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

// `value` in its lane; the others hold anything.
Value* to_lanes(IRBuilderBase& b, Value* value, Value* lane) {
  auto* type = value->getType();
  Value* result = PoisonValue::get(lanes_type(type));
  if (!is_tuple(type)) return b.CreateInsertElement(result, value, lane);
  for (unsigned i = 0; i < tuple_size(type); ++i) {
    result = b.CreateInsertValue(result, to_lanes(b, part_of(b, value, i), lane), i);
  }
  return result;
}

Value* from_lanes(IRBuilderBase& b, Value* lanes, Type* type, Value* lane) {
  if (!is_tuple(type)) return b.CreateExtractElement(lanes, lane);
  Value* result = PoisonValue::get(type);
  for (unsigned i = 0; i < tuple_size(type); ++i) {
    auto* part = from_lanes(b, b.CreateExtractValue(lanes, i), tuple_part(type, i), lane);
    result = type->isVectorTy() ? b.CreateInsertElement(result, part, i)
                                : b.CreateInsertValue(result, part, i);
  }
  return result;
}

}  // namespace

Value* call_as_lane(IRBuilderBase& b, CallInst& call, const CallingLane& caller) {
  auto* nobody = Constant::getNullValue(lanes_type(b.getInt1Ty()));
  auto* mask = b.CreateInsertElement(nobody, b.getTrue(), caller.lane);
  SmallVector<Value*, 8> arguments{caller.block, caller.warp_context, caller.warp, mask};
  for (Value* argument : call.args()) arguments.push_back(to_lanes(b, argument, caller.lane));
  auto* result =
      b.CreateCall(warp_function_type(*call.getFunctionType()), call.getCalledOperand(), arguments);
  return call.getType()->isVoidTy() ? nullptr : from_lanes(b, result, call.getType(), caller.lane);
}

}  // namespace heddle::compiler
