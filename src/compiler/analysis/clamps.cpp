// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/clamps.h"

#include <algorithm>

#include "compiler/ir/pseudo.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

Shape Clamps::assume(const Value* value) {
  const auto shape = shapes_.shape(value);
  const auto* instruction = dyn_cast<Instruction>(value);
  if (!shape.is_varying() || !instruction) return shape;
  const auto [known, fresh] = assumed_.try_emplace(value, shape);
  if (!fresh) return known->second;
  const auto found = assume_once(*instruction);
  return assumed_[value] = found;
}

Shape Clamps::assume_once(const Instruction& instruction) {
  if (const auto* side = unclamped(&instruction)) {
    return assume(&instruction == but_ ? bound(&instruction) : side);
  }
  if (const auto* divided = division(&instruction)) {
    if (is_quotient(*divided)) return Shape::uniform();
    auto shape = assume(divided->getOperand(0));
    shape.base_align = 0;
    return shape;
  }
  const bool passes_on =
      isa<BinaryOperator, CastInst, FreezeInst>(instruction) ||
      (isa<GetElementPtrInst>(instruction) && !instruction.getType()->isVectorTy());
  if (!passes_on) return Shape::varying();
  return transfer_shape(instruction, [&](const Value* operand) { return assume(operand); });
}

bool Clamps::is_division(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::And:
    case Instruction::LShr:
    case Instruction::AShr:
      return instruction.getType()->isIntegerTy(32) || instruction.getType()->isIntegerTy(64);
    case Instruction::SExt:
    case Instruction::ZExt:
      return instruction.getType()->isIntegerTy(64) &&
             instruction.getOperand(0)->getType()->isIntegerTy(32);
    default:
      return false;
  }
}

bool Clamps::is_quotient(const Instruction& division) {
  switch (division.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::LShr:
    case Instruction::AShr:
      return true;
    default:
      return false;
  }
}

// Whether numbers that lie `spread` apart may have one quotient.
static bool may_hold(const Instruction& division, std::uint64_t spread) {
  const auto* divisor = dyn_cast<ConstantInt>(division.getOperand(1));
  if (!divisor) return true;
  const auto& value = divisor->getValue();
  switch (division.getOpcode()) {
    case Instruction::And:
      return value.isMask() && !value.isAllOnes() && value.ugt(spread);
    case Instruction::LShr:
    case Instruction::AShr:
      return value.ult(value.getBitWidth()) && (APInt(64, 1) << value.getZExtValue()).ugt(spread);
    default:
      return value.sgt(static_cast<std::int64_t>(spread));
  }
}

Instruction* Clamps::division(const Value* value) {
  auto* operation = dyn_cast<Instruction>(const_cast<Value*>(value));
  if (!operation || !is_division(*operation) || !shapes_.shape(value).is_varying()) return nullptr;
  const auto dividend = assume(operation->getOperand(0));
  if (!has_near_lanes(dividend)) return nullptr;
  if (isa<CastInst>(operation)) {
    // What has a pattern of its own is asked about where it is used (see widen_unwrapped.cpp).
    return shapes_.shape(operation->getOperand(0)).is_varying() ? operation : nullptr;
  }
  if (!assume(operation->getOperand(1)).is_uniform()) return nullptr;
  const auto [low, high] = std::minmax_element(dividend.offsets->begin(), dividend.offsets->end());
  return may_hold(*operation, static_cast<std::uint64_t>(*high - *low)) ? operation : nullptr;
}

Value* Clamps::bound(const Value* clamp) {
  const auto* side = unclamped(clamp);
  if (const auto* least = dyn_cast<MinMaxIntrinsic>(clamp)) {
    return side == least->getLHS() ? least->getRHS() : least->getLHS();
  }
  if (const auto* select = dyn_cast<SelectInst>(clamp)) {
    return const_cast<Value*>(side == select->getTrueValue() ? select->getFalseValue()
                                                             : select->getTrueValue());
  }
  return of_extension(*cast<CastInst>(clamp), !is_where_true(clamp));
}

// What an extended bit is, as a number.
Constant* Clamps::of_extension(const CastInst& extension, bool set) {
  if (!set) return Constant::getNullValue(extension.getType());
  return isa<SExtInst>(extension) ? Constant::getAllOnesValue(extension.getType())
                                  : ConstantInt::get(extension.getType(), 1);
}

ICmpInst* Clamps::comparison(const Value* clamp) {
  auto* instruction = dyn_cast<Instruction>(const_cast<Value*>(clamp));
  const bool chooses = instruction && isa<SelectInst, SExtInst, ZExtInst>(instruction);
  return chooses ? dyn_cast<ICmpInst>(instruction->getOperand(0)) : nullptr;
}

bool Clamps::is_where_true(const Value* clamp) {
  const auto* select = dyn_cast<SelectInst>(clamp);
  if (select) return unclamped(clamp) == select->getTrueValue();
  return comparison(clamp)->getPredicate() == CmpInst::ICMP_NE;
}

Value* Clamps::unclamped(const Value* value) {
  if (!value->getType()->isIntegerTy()) return nullptr;
  const auto is_side = [&](const Value* side, const Value* other) {
    const auto shape = assume(side);
    return shape.is_affine() && !shape.is_uniform() && assume(other).is_uniform();
  };
  const auto either = [&](Value* a, Value* b) -> Value* {
    return is_side(a, b) ? a : is_side(b, a) ? b : nullptr;
  };
  if (const auto* bound = dyn_cast<MinMaxIntrinsic>(value)) {
    return either(bound->getLHS(), bound->getRHS());
  }
  const auto* compare = comparison(value);
  if (!compare || !assume(compare->getOperand(0)).is_affine() ||
      !assume(compare->getOperand(1)).is_affine()) {
    return nullptr;
  }
  const bool seldom = compare->getPredicate() == CmpInst::ICMP_EQ;
  if (const auto* extension = dyn_cast<CastInst>(value)) {
    return compare->isEquality() ? of_extension(*extension, !seldom) : nullptr;
  }
  const auto* select = cast<SelectInst>(value);
  auto *on_true = const_cast<Value*>(select->getTrueValue()),
       *on_false = const_cast<Value*>(select->getFalseValue());
  if (!compare->isEquality()) return either(on_true, on_false);
  auto* often = seldom ? on_false : on_true;
  const auto shape = assume(often);
  return shape.is_affine() && !shape.is_uniform() ? often : nullptr;
}

}  // namespace heddle::compiler
