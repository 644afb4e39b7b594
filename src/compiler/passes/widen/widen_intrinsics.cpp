// SPDX-License-Identifier: Apache-2.0
// LLVM's intrinsics, and those of NVPTX that are no operation between lanes.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/fast_path.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

bool Widener::device_intrinsic(CallInst& i) {
  const auto* callee = i.getCalledFunction();
  if (!callee || !callee->isIntrinsic()) return false;
  switch (callee->getIntrinsicID()) {
    case Intrinsic::nvvm_nanosleep:
      return true;
    case Intrinsic::nvvm_membar_cta:
      b_.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
      return true;
    case Intrinsic::nvvm_membar_gl:
    case Intrinsic::nvvm_membar_sys:
      b_.CreateFence(AtomicOrdering::SequentiallyConsistent);
      return true;
    case Intrinsic::nvvm_exit:
      fail(i, "exit inside a function that was not inlined");
      return true;
    default:
      break;
  }
  if (callee->getName().starts_with("llvm.nvvm.")) {
    fail(i, "device intrinsic that is not supported: " + callee->getName());
    return true;
  }
  return false;
}

bool Widener::intrinsic(CallInst& i) {
  const auto* callee = i.getCalledFunction();
  if (!callee || !callee->isIntrinsic()) return false;
  const auto id = callee->getIntrinsicID();
  switch (id) {
    case Intrinsic::assume:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::prefetch:
    case Intrinsic::donothing:
    case Intrinsic::sideeffect:
    case Intrinsic::stackrestore:
      return true;
    case Intrinsic::stacksave:
      define(i, Lanes::uniform(ConstantPointerNull::get(b_.getPtrTy())));
      return true;
    case Intrinsic::readcyclecounter:
      define(i, Lanes::uniform(b_.CreateIntrinsic(Intrinsic::readcyclecounter, {})));
      return true;
    case Intrinsic::expect: {
      const auto& condition = lanes_of(i.getArgOperand(0));
      const bool one = condition.base && condition.shape.is_uniform();
      define(i, one ? Lanes::uniform(ask_for_fast_path(b_, condition.base)) : condition);
      return true;
    }
    case Intrinsic::is_constant:
      define(i, Lanes::uniform(b_.getFalse()));
      return true;
    case Intrinsic::trap:
    case Intrinsic::debugtrap: {
      auto* lane = b_.CreateBinaryIntrinsic(Intrinsic::cttz, mask_bits(), b_.getFalse());
      auto* void_type = b_.getVoidTy();
      auto trap = warp_.getParent()->getOrInsertFunction(
          "heddle_rt_trap",
          FunctionType::get(void_type, {b_.getPtrTy(), b_.getInt32Ty(), b_.getInt32Ty()}, false));
      b_.CreateCall(trap, {warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument), lane});
      return true;
    }
    default:
      break;
  }
  const bool by_element = isTriviallyVectorizable(id) || id == Intrinsic::is_fpclass;
  const bool pair = i.getType()->isStructTy();  // *.with.overflow
  if (!by_element && !(pair && isTriviallyVectorizable(id))) {
    if (pair) {
      // {T, i1} of two vectors, or of what all lanes have alike: branches may ask for that.
      if (shape(&i).is_uniform()) {
        SmallVector<Value*, 3> scalars;
        for (Value* argument : i.args()) scalars.push_back(scalar(argument));
        auto* result = b_.CreateIntrinsic(id, {scalars[0]->getType()}, scalars);
        std::vector<Lanes> parts;
        for (unsigned part = 0; part < tuple_size(i.getType()); ++part) {
          parts.push_back(Lanes::uniform(b_.CreateExtractValue(result, part)));
        }
        define(i, Lanes::tuple(std::move(parts)));
        return true;
      }
      SmallVector<Value*, 3> vectors;
      for (Value* argument : i.args()) vectors.push_back(vector(argument));
      auto* result = b_.CreateIntrinsic(id, {vectors[0]->getType()}, vectors);
      define(i, from_aggregate(result, i.getType()));
      return true;
    }
    return false;
  }
  // Vector-typed calls (fma on float4) work part by part.
  const auto one = [&](ArrayRef<Lanes> operands, Type* type) -> Lanes {
    const bool uniform =
        all_of(operands, [](const Lanes& l) { return l.base && l.shape.is_uniform(); });
    SmallVector<Value*, 4> values;
    SmallVector<Type*, 4> overloads;
    auto* result_type = uniform ? host_type(type) : vector_type(type);
    if (isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr)) overloads.push_back(result_type);
    for (unsigned k = 0; k < operands.size(); ++k) {
      const bool stays = uniform || isVectorIntrinsicWithScalarOpAtArg(id, k, nullptr);
      values.push_back(stays ? operands[k].base : to_vector(operands[k]));
      if (isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(k), nullptr)) {
        overloads.push_back(values.back()->getType());
      }
    }
    auto* result = b_.CreateIntrinsic(id, overloads, values);
    if (auto* made = dyn_cast<Instruction>(result)) made->copyIRFlags(&i);
    return uniform ? Lanes::uniform(result) : Lanes::varying(result);
  };
  if (!is_tuple(i.getType())) {
    SmallVector<Lanes, 4> operands;
    for (Value* argument : i.args()) {
      if (is_tuple(argument->getType())) return false;
      operands.push_back(lanes_of(argument));
    }
    define(i, one(operands, i.getType()));
    return true;
  }
  std::vector<Lanes> parts;
  for (unsigned part = 0; part < tuple_size(i.getType()); ++part) {
    SmallVector<Lanes, 4> operands;
    for (Value* argument : i.args()) {
      const auto& lanes = lanes_of(argument);
      operands.push_back(is_tuple(argument->getType()) ? lanes.parts[part] : lanes);
    }
    parts.push_back(one(operands, tuple_part(i.getType(), part)));
  }
  define(i, Lanes::tuple(std::move(parts)));
  return true;
}

}  // namespace heddle::compiler
