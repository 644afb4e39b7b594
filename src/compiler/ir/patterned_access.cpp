// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/patterned_access.h"

#include "compiler/ir/masked_access.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"

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
  const auto masked = masked_access(instruction);
  if (!masked || !masked->by_lane) return {};
  auto* all = dyn_cast<Constant>(masked->mask());
  if (!all || !all->isAllOnesValue()) return {};
  PatternedAccess access{masked->call,
                         nullptr,
                         {},
                         masked->type()->getElementType(),
                         masked->align(),
                         masked->loads ? nullptr : masked->value()};
  if (access.element->isPointerTy() || !find_offsets(masked->pointer(), access)) return {};
  return access;
}

}  // namespace heddle::compiler
