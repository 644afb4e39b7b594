// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/function_mark.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kMark = 0x48646c66;
constexpr std::uint64_t kFirstPage = 4096;  // never mapped

// The block of those that call what is no function. The builder goes on where there is one.
BasicBlock* split(IRBuilderBase& b, Value* condition) {
  auto* before = b.GetInsertBlock();
  auto* unlikely = MDBuilder(b.getContext()).createUnlikelyBranchWeights();
  if (b.GetInsertPoint() != before->end()) {
    auto* next = &*b.GetInsertPoint();
    auto* end = SplitBlockAndInsertIfThen(condition, next, true, unlikely);
    b.SetInsertPoint(next);
    return end->getParent();
  }
  auto* end = BasicBlock::Create(b.getContext(), "no.function", before->getParent());
  auto* after = BasicBlock::Create(b.getContext(), "function", before->getParent());
  b.CreateCondBr(condition, end, after, unlikely);
  new UnreachableInst(b.getContext(), end);
  b.SetInsertPoint(after);
  return end;
}

}  // namespace

Constant* marked(Constant* distance) {
  return ConstantExpr::getAdd(distance, ConstantInt::get(distance->getType(), kMark << 32));
}

Value* check_function(IRBuilderBase& b, Value* pointer, const CallingThreads& caller) {
  auto& module = *b.GetInsertBlock()->getModule();
  auto* type = b.getInt64Ty();
  // In front of null lies nothing that could be read.
  auto* none = module.getOrInsertGlobal("heddle.no.function", type, [&] {
    return new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage,
                              ConstantInt::get(type, 0), "heddle.no.function");
  });
  auto* null = b.CreateICmpULT(b.CreatePtrToInt(pointer, type), b.getInt64(kFirstPage));
  auto* before = b.CreateGEP(b.getInt8Ty(), pointer, ConstantInt::getSigned(type, -8));
  auto* word = b.CreateAlignedLoad(type, b.CreateSelect(null, none, before), Align(1), "mark");
  // The distance may be below zero: then it has taken one from the upper half.
  auto* upper = b.CreateLShr(b.CreateAdd(word, b.getInt64(std::uint64_t{1} << 31)), 32);
  auto* wrong = b.CreateICmpNE(upper, b.getInt64(kMark));
  auto* end = split(b, wrong);
  {
    const IRBuilderBase::InsertPointGuard guard(b);
    const auto line = b.getCurrentDebugLocation();
    b.SetInsertPoint(end->getTerminator());
    b.SetCurrentDebugLocation(line);
    auto refuse = module.getOrInsertFunction(
        "heddle_rt_no_function",
        FunctionType::get(b.getVoidTy(),
                          {b.getPtrTy(), b.getInt32Ty(), b.getInt32Ty(), b.getPtrTy()}, false));
    b.CreateCall(refuse, {caller.block, caller.warp, caller.lane, pointer});
  }
  return b.CreateSExt(b.CreateTrunc(word, b.getInt32Ty()), type, "distance");
}

}  // namespace heddle::compiler
