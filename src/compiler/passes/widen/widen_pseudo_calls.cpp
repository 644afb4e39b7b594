// SPDX-License-Identifier: Apache-2.0
// Pseudo functions that speak of the warp: what they say is known here.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

bool Widener::pseudo_call(CallInst& i) {
  const auto* callee = i.getCalledFunction();
  if (!callee || !callee->getName().starts_with("heddle.")) return false;
  const auto name = callee->getName();
  if (name == pseudo::kMask) {
    auto* lanes = i.getArgOperand(0);
    const auto* constant = dyn_cast<ConstantInt>(lanes);
    mask_.vector = constant && constant->isOne() ? nullptr : vector(lanes);
  } else if (name == pseudo::kBlock) {
    define(i, Lanes::uniform(warp_.getArg(kBlockArgument)));
  } else if (name == pseudo::kWarpContext) {
    define(i, Lanes::uniform(warp_.getArg(kWarpContextArgument)));
  } else if (name == pseudo::kWarp) {
    define(i, Lanes::uniform(warp_.getArg(kWarpArgument)));
  } else if (name == pseudo::kLane || name == pseudo::kSteps32 || name == pseudo::kSteps64) {
    define(i, Lanes::affine(shape(&i), Constant::getNullValue(i.getType())));
  } else if (name == pseudo::kEntryMask) {
    define(i, Lanes::varying(warp_.getArg(kMaskArgument)));
  } else if (name == pseudo::kWarpAlloca) {
    warp_alloca(i);
  } else if (name == pseudo::kAny || name == pseudo::kAll) {
    // The operand has been masked by whoever asks; lanes outside are false (kAny) or true (kAll).
    if (auto* known = name == pseudo::kAll ? all_lanes(i.getArgOperand(0)) : nullptr) {
      define(i, Lanes::uniform(known));
      return true;
    }
    auto* bits = bits_of(vector(i.getArgOperand(0)));
    define(i, Lanes::uniform(name == pseudo::kAny ? b_.CreateICmpNE(bits, b_.getInt32(0))
                                                  : b_.CreateICmpEQ(bits, b_.getInt32(~0u))));
  } else if (name == pseudo::kFew) {
    auto* here = b_.CreateUnaryIntrinsic(Intrinsic::ctpop, mask_bits());
    define(i, Lanes::uniform(b_.CreateICmpULE(here, scalar(i.getArgOperand(0)))));
  } else if (name == pseudo::kYield) {
    yield();
  } else if (name == pseudo::kYieldAtTimes) {
    yield_at_times();
  } else if (name == pseudo::kProgress) {
    auto* progressed = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), warp_.getArg(kBlockArgument),
                                                     abi_offset(BlockContext, progressed));
    b_.CreateStore(b_.CreateOr(b_.CreateLoad(b_.getInt32Ty(), progressed), mask_bits()),
                   progressed);
  } else if (name == pseudo::kBarrier) {
    barrier(i);
  } else {
    return engine_call(i) || counter(i, name) || probe(i, name);
  }
  return true;
}

void Widener::warp_alloca(CallInst& i) {
  const auto bytes = cast<ConstantInt>(i.getArgOperand(0))->getZExtValue();
  const auto align = cast<ConstantInt>(i.getArgOperand(1))->getZExtValue();
  const IRBuilderBase::InsertPointGuard guard(b_);
  auto& entry = warp_.getEntryBlock();
  b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  auto* storage = b_.CreateAlloca(ArrayType::get(b_.getInt8Ty(), bytes));
  storage->setAlignment(std::max(Align(align), Align(abi::kVectorAlign)));
  define(i, Lanes::uniform(storage));
}

void Widener::yield() {
  auto* type = FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getPtrTy()}, false);
  b_.CreateCall(warp_.getParent()->getOrInsertFunction(kRuntimeYield, type),
                {warp_.getArg(kBlockArgument), warp_.getArg(kWarpContextArgument)});
}

void Widener::yield_at_times() {
  auto* now = BasicBlock::Create(b_.getContext(), "yield", &warp_);
  auto* on = BasicBlock::Create(b_.getContext(), "yield.done", &warp_);
  auto* never = MDBuilder(b_.getContext()).createUnlikelyBranchWeights();
  b_.CreateCondBr(context::count_round(b_, warp_.getArg(kBlockArgument)), now, on, never);
  b_.SetInsertPoint(now);
  yield();
  b_.CreateBr(on);
  b_.SetInsertPoint(on);
}

// A warp names one barrier, but the compiler may not see that: a group that is an argument.
Value* Widener::of_warp(Value* value) {
  const auto& lanes = lanes_of(value);
  if (lanes.base && lanes.shape.is_uniform()) return lanes.base;
  auto* first = b_.CreateBinaryIntrinsic(Intrinsic::cttz, mask_bits(), b_.getFalse());
  return b_.CreateExtractElement(to_vector(lanes), b_.CreateAnd(first, kLanes - 1));
}

// What the engine needs to know, then the suspension, then its answer.
void Widener::barrier(CallInst& i) {
  auto* warp = warp_.getArg(kWarpContextArgument);
  const auto field = [&](std::size_t offset) {
    return b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), warp, offset);
  };
  b_.CreateStore(of_warp(i.getArgOperand(0)), field(abi_offset(WarpContext, barrier_id)));
  b_.CreateStore(of_warp(i.getArgOperand(1)), field(abi_offset(WarpContext, barrier_threads)));
  b_.CreateStore(of_warp(i.getArgOperand(2)), field(abi_offset(WarpContext, barrier_op)));
  b_.CreateStore(mask_bits(), field(abi_offset(WarpContext, barrier_lanes)));
  auto* predicate = vector(i.getArgOperand(3));
  b_.CreateStore(bits_of(masked(predicate)), field(abi_offset(WarpContext, barrier_predicate)));
  auto suspend = warp_.getParent()->getOrInsertFunction(
      kSuspend, FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getPtrTy()}, false));
  // Warps that meet at one place shall go on from one.
  cast<Function>(suspend.getCallee())->addFnAttr(Attribute::NoDuplicate);
  b_.CreateCall(suspend, {warp_.getArg(kBlockArgument), warp});
  define(i, Lanes::uniform(
                b_.CreateLoad(b_.getInt32Ty(), field(abi_offset(WarpContext, barrier_result)))));
}

}  // namespace heddle::compiler
