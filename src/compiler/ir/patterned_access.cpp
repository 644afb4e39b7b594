// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/patterned_access.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// base + offsets, whose indices are constants.
bool find_offsets(Value* pointers, PatternedAccess& access) {
  auto* gep = dyn_cast<GetElementPtrInst>(pointers);
  if (!gep || gep->getNumIndices() != 1) return false;
  auto* index = dyn_cast<Constant>(gep->getOperand(1));
  access.base = getSplatValue(gep->getPointerOperand());
  if (!gep->getPointerOperandType()->isVectorTy()) access.base = gep->getPointerOperand();
  if (!index || !access.base) return false;
  const auto scale = gep->getDataLayout().getTypeAllocSize(gep->getSourceElementType());
  const auto lanes = cast<FixedVectorType>(gep->getType())->getNumElements();
  for (unsigned lane = 0; lane < lanes; ++lane) {
    auto* number = dyn_cast_or_null<ConstantInt>(
        index->getType()->isVectorTy() ? index->getAggregateElement(lane) : index);
    if (!number) return false;
    access.offsets.push_back(number->getSExtValue() *
                             static_cast<std::int64_t>(scale.getFixedValue()));
  }
  return true;
}

}  // namespace

std::optional<PatternedAccess> patterned_access(Instruction& instruction) {
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call) return {};
  PatternedAccess access{call, nullptr, {}, nullptr, Align(1), nullptr};
  const bool store = call->getIntrinsicID() == Intrinsic::masked_scatter;
  if (!store && call->getIntrinsicID() != Intrinsic::masked_gather) return {};
  const unsigned pointers = store ? 1 : 0, mask = store ? 2 : 1;
  auto* all = dyn_cast<Constant>(call->getArgOperand(mask));
  if (!all || !all->isAllOnesValue()) return {};
  if (store) access.stored = call->getArgOperand(0);
  auto* type = cast<FixedVectorType>(store ? access.stored->getType() : call->getType());
  access.element = type->getElementType();
  if (access.element->isPointerTy()) return {};
  access.align = call->getParamAlign(pointers).valueOrOne();
  if (!find_offsets(call->getArgOperand(pointers), access)) return {};
  return access;
}

}  // namespace heddle::compiler
