// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/probe_as_lane.h"

#include "compiler/analysis/shape.h"
#include "compiler/ir/pseudo.h"
#include "image/kernel_abi.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Storage of the function for one event, which ends before the next one begins.
AllocaInst* storage(IRBuilderBase& b, std::uint64_t bytes, const Twine& name) {
  const IRBuilderBase::InsertPointGuard guard(b);
  auto& entry = b.GetInsertBlock()->getParent()->getEntryBlock();
  b.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  auto* made = b.CreateAlloca(ArrayType::get(b.getInt8Ty(), bytes), nullptr, name);
  made->setAlignment(Align(abi::kVectorAlign));
  return made;
}

// Rows of 32 values, of which one is this lane's.
Value* rows(IRBuilderBase& b, ArrayRef<Value*> values, Value* lane) {
  const auto* type = values[0]->getType();
  const auto word = type->isPointerTy() || type->isIntegerTy(64) ? 8u : 4u;
  auto* all = storage(b, values.size() * kLanes * word, "event");
  for (const auto& [row, value] : enumerate(values)) {
    auto* first = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), all, row * kLanes * word);
    b.CreateStore(value, b.CreateInBoundsGEP(b.getIntNTy(word * 8), first, lane));
  }
  return all;
}

// heddle.probe.loaded, stored, object and use.
Value* undefined_as_lane(IRBuilderBase& b, CallInst& probe, Value* block, Value* warp,
                         Value* lane) {
  const auto name = probe.getCalledFunction()->getName();
  const bool is_use = name == pseudo::kProbeUse;
  Type *ptr = b.getPtrTy(), *i32 = b.getInt32Ty();
  Value* active = b.CreateShl(b.getInt32(1), lane);
  if (is_use) {
    // Hardly ever is there one.
    auto* never = MDBuilder(b.getContext()).createUnlikelyBranchWeights();
    b.SetInsertPoint(SplitBlockAndInsertIfThen(probe.getArgOperand(2), &probe, false, never));
  }
  SmallVector<Value*, 6> arguments{block, warp, probe.getArgOperand(0), active,
                                   rows(b, {probe.getArgOperand(1)}, lane)};
  Value* second = nullptr;
  if (name == pseudo::kProbeStored) {
    second = rows(b, {probe.getArgOperand(3)}, lane);
  } else if (is_use) {
    second = rows(b, {probe.getArgOperand(3)}, lane);
  } else if (name == pseudo::kProbeLoaded) {
    second = storage(b, kLanes * 4, "undefined");
  }
  if (second) arguments.push_back(second);
  SmallVector<Type*, 6> types{ptr, i32, ptr, i32, ptr, ptr};
  types.truncate(arguments.size());
  auto callee = probe.getModule()->getOrInsertFunction(
      ("heddle_rt_probe_" + name.substr(name.rfind('.') + 1)).str(),
      FunctionType::get(b.getVoidTy(), types, false));
  b.CreateCall(callee, arguments);
  if (is_use) b.SetInsertPoint(&probe);
  if (name != pseudo::kProbeLoaded) return nullptr;
  return b.CreateLoad(i32, b.CreateInBoundsGEP(i32, second, lane));
}

}  // namespace

Value* probe_as_lane(IRBuilderBase& b, CallInst& probe, Value* block, Value* warp, Value* lane) {
  auto* active = b.CreateShl(b.getInt32(1), lane);
  if (pseudo::is_of_undefined(probe.getCalledFunction()->getName()))
    return undefined_as_lane(b, probe, block, warp, lane);
  const auto operand = [&](unsigned i) { return probe.getArgOperand(i); };
  const auto if_true = [&](Value* condition) {
    return b.CreateSelect(condition, active, b.getInt32(0));
  };
  SmallVector<Value*, 7> arguments{block, warp, operand(0), active};
  StringRef target;
  Type* result = b.getVoidTy();
  const bool admits = pseudo::is(&probe, pseudo::kProbeAdmit);
  if (admits || pseudo::is(&probe, pseudo::kProbeAccess)) {
    target = "heddle_rt_probe_access";
    result = b.getInt32Ty();
    arguments.push_back(rows(b, {operand(1), operand(2)}, lane));
  } else if (pseudo::is(&probe, pseudo::kProbeBranch)) {
    target = "heddle_rt_probe_branch";
    arguments.push_back(if_true(operand(1)));
  } else if (pseudo::is(&probe, pseudo::kProbeBarrier)) {
    target = "heddle_rt_probe_barrier";
    arguments.append({operand(1), operand(2), if_true(operand(3))});
  } else if (pseudo::is(&probe, pseudo::kProbeWarp) || pseudo::is(&probe, pseudo::kProbeMatrix)) {
    target = "heddle_rt_probe_warp";
    arguments.push_back(rows(b, {operand(1), operand(2), operand(3)}, lane));
  } else if (pseudo::is(&probe, pseudo::kProbeOperation)) {
    target = "heddle_rt_probe_operation";
    arguments.append({rows(b, {operand(2), operand(3), operand(4)}, lane), if_true(operand(1))});
  } else if (pseudo::is(&probe, pseudo::kProbeFence)) {
    target = "heddle_rt_probe_fence";
  } else {
    assert(pseudo::is(&probe, pseudo::kProbeExit) && "an event that single threads do not know");
    target = "heddle_rt_probe_exit";
    arguments.push_back(if_true(operand(1)));
  }
  SmallVector<Type*, 7> types;
  for (auto* argument : arguments) types.push_back(argument->getType());
  auto callee =
      probe.getModule()->getOrInsertFunction(target, FunctionType::get(result, types, false));
  Value* answer = b.CreateCall(callee, arguments);
  if (!admits) return nullptr;
  auto* sink = storage(b, pseudo::kSinkBytes, "sink");
  b.CreateMemSet(sink, b.getInt8(0), pseudo::kSinkBytes, sink->getAlign());
  return b.CreateSelect(b.CreateICmpNE(b.CreateAnd(answer, active), b.getInt32(0)), operand(1),
                        sink);
}

}  // namespace heddle::compiler
