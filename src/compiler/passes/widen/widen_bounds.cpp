// SPDX-License-Identifier: Apache-2.0
// Bounds checks that hold in all lanes: `base + lane < n` does when it does in the last lane.
#include <algorithm>

#include "compiler/passes/widen/widener.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

// i1: the condition is true in every lane, as a scalar comparison; null when that does not say it.
Value* Widener::all_lanes(Value* condition) {
  Value *a = nullptr, *b = nullptr;
  if (match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))) {
    auto* first = all_lanes(a);
    auto* second = first ? all_lanes(b) : nullptr;
    return second ? b_.CreateLogicalAnd(first, second) : nullptr;
  }
  bool negated = false;
  if (match(condition, m_Not(m_Value(a)))) {
    negated = true;
    condition = a;
  }
  auto* compare = dyn_cast<ICmpInst>(condition);
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy() || compare->isEquality()) {
    return nullptr;
  }
  auto predicate = negated ? compare->getInversePredicate() : compare->getPredicate();
  auto *left = compare->getOperand(0), *right = compare->getOperand(1);
  if (shape(left).is_uniform()) {
    std::swap(left, right);
    predicate = ICmpInst::getSwappedPredicate(predicate);
  }
  const auto lanes = shape(left);
  const unsigned bits = left->getType()->getIntegerBitWidth();
  // Base and offsets share no bit, not even the sign: no lane wraps around.
  if (!shape(right).is_uniform() || !lanes.is_disjoint() || lanes.is_uniform() ||
      lanes.base_align + 1u >= bits || !lanes_of(left).base || !lanes_of(right).base) {
    return nullptr;
  }
  const auto [low, high] = std::minmax_element(lanes.offsets->begin(), lanes.offsets->end());
  const bool upper = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  auto* extreme =
      ConstantInt::get(left->getType(), static_cast<std::uint64_t>(upper ? *high : *low));
  return b_.CreateICmp(predicate, b_.CreateAdd(scalar(left), extreme), scalar(right));
}

}  // namespace heddle::compiler
