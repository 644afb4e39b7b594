// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/bounds_masks.h"

#include "compiler/analysis/shape.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool counts_lanes(const Value* value) {
  const auto* constant = dyn_cast<Constant>(value);
  if (!constant) return false;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const auto* element = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    if (!element || element->getValue() != lane) return false;
  }
  return true;
}

// `first` where the value is first + lane, which does not wrap around; else null.
Value* first_of(const Value* value, bool is_signed) {
  const auto* sum = dyn_cast<BinaryOperator>(value);
  if (!sum || !counts_lanes(sum->getOperand(1))) return nullptr;
  const auto* either = dyn_cast<PossiblyDisjointInst>(sum);
  const bool adds = either ? either->isDisjoint()
                           : sum->getOpcode() == Instruction::Add &&
                                 (is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap());
  return adds ? getSplatValue(sum->getOperand(0)) : nullptr;
}

// The lanes below `count`, or the others.
Value* as_bits(IRBuilderBase& b, Value* count, bool others) {
  auto* wide = b.CreateShl(b.getInt64(1), b.CreateZExtOrTrunc(count, b.getInt64Ty()));
  auto* bits = b.CreateTrunc(b.CreateSub(wide, b.getInt64(1)), b.getInt32Ty());
  return b.CreateBitCast(others ? b.CreateNot(bits) : bits,
                         FixedVectorType::get(b.getInt1Ty(), kLanes));
}

Value* as_words(IRBuilderBase& b, Value* count, bool others) {
  SmallVector<Constant*, kLanes> lanes;
  while (lanes.size() < kLanes) lanes.push_back(b.getInt32(lanes.size()));
  auto* counts = b.CreateVectorSplat(kLanes, b.CreateTrunc(count, b.getInt32Ty()));
  const auto predicate = others ? ICmpInst::ICMP_SGE : ICmpInst::ICMP_SLT;
  return b.CreateICmp(predicate, ConstantVector::get(lanes), counts);
}

// The mask, made in front of the comparison; null if it is none of a bound.
Value* mask_of(ICmpInst& comparison, bool masks_are_bits) {
  auto predicate = comparison.getPredicate();
  if (!ICmpInst::isRelational(predicate)) return nullptr;
  const bool is_signed = ICmpInst::isSigned(predicate);
  auto *lanes = comparison.getOperand(0), *limit = comparison.getOperand(1);
  auto* first = first_of(lanes, is_signed);
  if (!first) {
    std::swap(lanes, limit);
    predicate = ICmpInst::getSwappedPredicate(predicate);
    first = first_of(lanes, is_signed);
  }
  auto* bound = getSplatValue(limit);
  if (!first || !bound) return nullptr;
  IRBuilder<> b(&comparison);
  // Of lanes at or above the bound: the others.
  const bool above = ICmpInst::isGT(predicate) || ICmpInst::isGE(predicate);
  if (above) predicate = ICmpInst::getInversePredicate(predicate);
  const bool inclusive = ICmpInst::isLE(predicate);
  auto* type = first->getType();
  Value* count = b.CreateSub(bound, first);
  const auto most = inclusive ? kLanes - 1 : kLanes;
  count = b.CreateBinaryIntrinsic(Intrinsic::umin, count, ConstantInt::get(type, most));
  if (inclusive) count = b.CreateAdd(count, ConstantInt::get(type, 1));
  count = b.CreateSelect(b.CreateICmp(predicate, first, bound), count, ConstantInt::get(type, 0));
  return masks_are_bits ? as_bits(b, count, above) : as_words(b, count, above);
}

}  // namespace

unsigned bounds_masks(Function& function, const Isa& isa) {
  const bool masks_are_bits = isa.vector_bits >= 512;
  SmallVector<ICmpInst*, 8> comparisons;
  for (auto& instruction : instructions(function)) {
    auto* comparison = dyn_cast<ICmpInst>(&instruction);
    const auto* type = comparison ? dyn_cast<FixedVectorType>(comparison->getType()) : nullptr;
    if (!type || type->getNumElements() != kLanes) continue;
    const auto* compared = comparison->getOperand(0)->getType();
    if (masks_are_bits || compared->isIntOrIntVectorTy(64)) comparisons.push_back(comparison);
  }
  unsigned changed = 0;
  for (auto* comparison : comparisons) {
    auto* mask = mask_of(*comparison, masks_are_bits);
    if (!mask) continue;
    comparison->replaceAllUsesWith(mask);
    RecursivelyDeleteTriviallyDeadInstructions(comparison);
    ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
