// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/clamps.h"

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
  const bool passes_on =
      isa<BinaryOperator, CastInst, FreezeInst>(instruction) ||
      (isa<GetElementPtrInst>(instruction) && !instruction.getType()->isVectorTy());
  if (!passes_on) return Shape::varying();
  return transfer_shape(instruction, [&](const Value* operand) { return assume(operand); });
}

Value* Clamps::bound(const Value* clamp) {
  const auto* side = unclamped(clamp);
  if (const auto* least = dyn_cast<MinMaxIntrinsic>(clamp)) {
    return side == least->getLHS() ? least->getRHS() : least->getLHS();
  }
  const auto* select = cast<SelectInst>(clamp);
  return const_cast<Value*>(side == select->getTrueValue() ? select->getFalseValue()
                                                           : select->getTrueValue());
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
  auto* select = dyn_cast<SelectInst>(const_cast<Value*>(value));
  const auto* compare = select ? dyn_cast<ICmpInst>(select->getCondition()) : nullptr;
  if (!compare || !assume(compare->getOperand(0)).is_affine() ||
      !assume(compare->getOperand(1)).is_affine()) {
    return nullptr;
  }
  if (!compare->isEquality()) return either(select->getTrueValue(), select->getFalseValue());
  auto* seldom_equal = compare->getPredicate() == CmpInst::ICMP_EQ ? select->getFalseValue()
                                                                   : select->getTrueValue();
  const auto shape = assume(seldom_equal);
  return shape.is_affine() && !shape.is_uniform() ? seldom_equal : nullptr;
}

}  // namespace heddle::compiler
