// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/narrow_bounds.h"

#include <optional>

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

// base + offset of each lane, which does not wrap around.
struct Lanes {
  Value* base = nullptr;  // null: 0
  SmallVector<Constant*, kLanes> offsets;
};

// The offsets as bytes that lie between two others: what is beyond is for a bound.
std::optional<Lanes> lanes_of(Value* value, bool is_signed) {
  Lanes result;
  auto* constant = dyn_cast<Constant>(value);
  if (!constant) {
    auto* sum = dyn_cast<BinaryOperator>(value);
    constant = sum ? dyn_cast<Constant>(sum->getOperand(1)) : nullptr;
    if (!constant) return {};
    const auto* either = dyn_cast<PossiblyDisjointInst>(sum);
    const bool adds = either ? either->isDisjoint()
                             : sum->getOpcode() == Instruction::Add &&
                                   (is_signed ? sum->hasNoSignedWrap() : sum->hasNoUnsignedWrap());
    result.base = adds ? getSplatValue(sum->getOperand(0)) : nullptr;
    if (!result.base) return {};
  }
  auto* byte = Type::getInt8Ty(value->getContext());
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    auto* element = dyn_cast_or_null<ConstantInt>(constant->getAggregateElement(lane));
    if (!element) return {};
    const auto& bits = element->getValue();
    if (is_signed ? bits.slt(-127) || bits.sgt(126) : bits.ugt(126)) return {};
    result.offsets.push_back(ConstantInt::get(byte, bits.getSExtValue(), /*IsSigned=*/true));
  }
  return result;
}

// Masks that are joined or tested.
bool is_wanted_in_bytes(const ICmpInst& comparison) {
  return !comparison.use_empty() && all_of(comparison.users(), [&](const User* user) {
    if (isa<BinaryOperator, PHINode, BitCastInst>(user)) return true;
    return isa<SelectInst>(user) && user->getType() == comparison.getType();
  });
}

// bound - base as a number that a byte holds, or one that lies beyond all offsets.
Value* distance(IRBuilder<>& b, Value* bound, Value* base, bool is_signed) {
  auto* type = b.getInt64Ty();
  const bool fits = bound->getType()->getIntegerBitWidth() < 64;
  if (!fits && !is_signed) {
    if (base) return nullptr;
    bound = b.CreateBinaryIntrinsic(Intrinsic::umin, bound, b.getInt64(127));
  }
  const auto extended = [&](Value* value) {
    return is_signed ? b.CreateSExt(value, type) : b.CreateZExt(value, type);
  };
  bound = extended(bound);
  if (base) {
    base = extended(base);
    bound =
        fits ? b.CreateSub(bound, base) : b.CreateBinaryIntrinsic(Intrinsic::ssub_sat, bound, base);
  }
  bound = b.CreateBinaryIntrinsic(Intrinsic::smin, bound, b.getInt64(127));
  bound =
      b.CreateBinaryIntrinsic(Intrinsic::smax, bound, b.getInt64(static_cast<std::uint64_t>(-128)));
  return b.CreateTrunc(bound, b.getInt8Ty());
}

Value* mask_of(ICmpInst& comparison) {
  auto predicate = comparison.getPredicate();
  const bool is_signed = !ICmpInst::isUnsigned(predicate);
  auto *left = comparison.getOperand(0), *right = comparison.getOperand(1);
  auto* bound = getSplatValue(right);
  if (!bound) {
    std::swap(left, right);
    predicate = ICmpInst::getSwappedPredicate(predicate);
    bound = getSplatValue(right);
  }
  if (!bound || isa<Constant>(bound) || !bound->getType()->isIntegerTy() ||
      bound->getType()->getIntegerBitWidth() > 64 || bound->getType()->getIntegerBitWidth() <= 8) {
    return nullptr;
  }
  const auto lanes = lanes_of(left, is_signed);
  if (!lanes) return nullptr;
  IRBuilder<> b(&comparison);
  auto* limit = distance(b, bound, lanes->base, is_signed);
  if (!limit) return nullptr;
  if (ICmpInst::isUnsigned(predicate)) predicate = ICmpInst::getSignedPredicate(predicate);
  return b.CreateICmp(predicate, ConstantVector::get(lanes->offsets),
                      b.CreateVectorSplat(kLanes, limit));
}

}  // namespace

unsigned narrow_bounds(Function& function, const Isa& isa) {
  if (isa.vector_bits >= 512) return 0;
  SmallVector<ICmpInst*, 8> comparisons;
  for (auto& instruction : instructions(function)) {
    auto* comparison = dyn_cast<ICmpInst>(&instruction);
    const auto* type = comparison ? dyn_cast<FixedVectorType>(comparison->getType()) : nullptr;
    if (type && type->getNumElements() == kLanes && is_wanted_in_bytes(*comparison)) {
      comparisons.push_back(comparison);
    }
  }
  unsigned changed = 0;
  for (auto* comparison : comparisons) {
    auto* mask = mask_of(*comparison);
    if (!mask) continue;
    comparison->replaceAllUsesWith(mask);
    RecursivelyDeleteTriviallyDeadInstructions(comparison);
    ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
