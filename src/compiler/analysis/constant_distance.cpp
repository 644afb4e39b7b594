// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/constant_distance.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace heddle::compiler {

using namespace llvm;

SplitAddress::SplitAddress(Value* address, ScalarEvolution& evolution, const DataLayout& layout)
    : evolution_(&evolution), scev_(evolution.getSCEV(address)), base_(address) {
  const unsigned bits = layout.getIndexTypeSizeInBits(address->getType());
  while (auto* step = dyn_cast<GEPOperator>(base_)) {
    SmallMapVector<Value*, APInt, 4> variable;
    APInt constant(bits, 0);
    if (!step->collectOffset(layout, bits, variable, constant)) break;
    base_ = step->getPointerOperand();
    bytes_ += constant.getSExtValue();
    for (const auto& [index, scale] : variable) {
      const bool is_narrow = index->getType()->getScalarSizeInBits() < bits;
      peel({index, is_narrow ? unsigned(Instruction::SExt) : 0, scale.getSExtValue()});
    }
  }
}

// i + 1, where it does not wrap around (an address that is poison is not accessed), is i and bytes.
void SplitAddress::peel(Index index) {
  if (auto* extension = dyn_cast<CastInst>(index.value);
      extension && index.extension == 0 && isa<SExtInst, ZExtInst>(extension)) {
    index = {extension->getOperand(0), extension->getOpcode(), index.scale};
  }
  while (auto* sum = dyn_cast<BinaryOperator>(index.value)) {
    auto* number = dyn_cast<ConstantInt>(sum->getOperand(1));
    if (!number) break;
    if (auto* either = dyn_cast<PossiblyDisjointInst>(sum)) {
      if (!either->isDisjoint()) break;
    } else if (sum->getOpcode() != Instruction::Add ||
               (index.extension == Instruction::SExt && !sum->hasNoSignedWrap()) ||
               (index.extension == Instruction::ZExt && !sum->hasNoUnsignedWrap())) {
      break;
    }
    const bool is_signed = index.extension != Instruction::ZExt;
    bytes_ += index.scale * (is_signed ? number->getSExtValue()
                                       : static_cast<std::int64_t>(number->getZExtValue()));
    index.value = sum->getOperand(0);
  }
  indices_.push_back(index);
}

std::optional<std::int64_t> SplitAddress::distance_from(const SplitAddress& other) const {
  if (base_ == other.base_ && indices_ == other.indices_) return bytes_ - other.bytes_;
  const auto difference = evolution_->computeConstantDifference(scev_, other.scev_);
  if (!difference) return std::nullopt;
  return difference->getSExtValue();
}

}  // namespace heddle::compiler
