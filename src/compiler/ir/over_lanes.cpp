// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/over_lanes.h"

namespace heddle::compiler {

using namespace llvm;

Value* over_lanes(IRBuilderBase& b, Value* bits, Type* type, StringRef name,
                  function_ref<LaneResult(const LaneRound&)> round) {
  auto* before = b.GetInsertBlock();
  auto* loop = BasicBlock::Create(b.getContext(), name, before->getParent());
  auto* after = BasicBlock::Create(b.getContext(), name + ".done", before->getParent());
  const bool collects = !type->isVoidTy();
  auto* none = collects ? PoisonValue::get(type) : nullptr;
  b.CreateCondBr(b.CreateICmpNE(bits, b.getInt32(0)), loop, after);

  b.SetInsertPoint(loop);
  auto* left = b.CreatePHI(b.getInt32Ty(), 2);
  auto* so_far = collects ? b.CreatePHI(type, 2) : nullptr;
  auto* lane = b.CreateBinaryIntrinsic(Intrinsic::cttz, left, b.getTrue());
  const auto [result, done] = round({left, lane, so_far});
  auto* others = done ? b.CreateNot(done) : b.CreateSub(left, b.getInt32(1));
  auto* rest = b.CreateAnd(left, others);
  auto* end = b.GetInsertBlock();
  b.CreateCondBr(b.CreateICmpNE(rest, b.getInt32(0)), loop, after);
  left->addIncoming(bits, before);
  left->addIncoming(rest, end);
  if (collects) {
    so_far->addIncoming(none, before);
    so_far->addIncoming(result, end);
  }

  b.SetInsertPoint(after);
  if (!collects) return nullptr;
  auto* all = b.CreatePHI(type, 2);
  all->addIncoming(none, before);
  all->addIncoming(result, end);
  return all;
}

}  // namespace heddle::compiler
