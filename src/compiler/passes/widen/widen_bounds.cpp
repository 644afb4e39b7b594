// SPDX-License-Identifier: Apache-2.0
// Bounds checks that hold in all lanes: `base + lane < n` does when it does in the last lane, and
// `base + lane != n` where n is not among 32 numbers.
#include <algorithm>

#include "compiler/passes/widen/widener.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kFewBits = 6;  // which lanes might go round

struct Question {
  ICmpInst* comparison;
  bool answer;
};

// The comparisons that all have their answers if `condition` is `answer`; false if it is made of
// something else.
bool find_questions(Value* condition, bool answer, SmallVectorImpl<Question>& result) {
  Value *a = nullptr, *b = nullptr;
  if (answer ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
             : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    return find_questions(a, answer, result) && find_questions(b, answer, result);
  }
  if (match(condition, m_Not(m_Value(a)))) return find_questions(a, !answer, result);
  auto* comparison = dyn_cast<ICmpInst>(condition);
  if (!comparison || !comparison->getOperand(0)->getType()->isIntegerTy()) return false;
  result.push_back({comparison, answer});
  return true;
}

// Every number from the lowest lane's to the highest one's is some lane's.
bool has_no_gaps(const Offsets& offsets, std::int64_t low, std::int64_t high) {
  if (high - low >= std::int64_t{kLanes}) return false;
  std::uint64_t met = 0;
  for (const auto offset : offsets) met |= std::uint64_t{1} << (offset - low);
  return popcount(met) == high - low + 1;
}

}  // namespace

// i1: the condition is true in every lane, as scalar comparisons; null when those do not say it.
Value* Widener::all_lanes(Value* condition) {
  SmallVector<Question, 4> questions;
  if (!find_questions(condition, true, questions)) return nullptr;
  Value* result = nullptr;
  for (const auto& [comparison, answer] : questions) {
    auto predicate = answer ? comparison->getPredicate() : comparison->getInversePredicate();
    auto *left = comparison->getOperand(0), *right = comparison->getOperand(1);
    if (shape(left).is_uniform()) {
      std::swap(left, right);
      predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    const auto lanes = shape(left);
    const unsigned bits = left->getType()->getIntegerBitWidth();
    if (!shape(right).is_uniform() || !lanes.is_affine() || !lanes.offsets ||
        !lanes.terms.empty() || !lanes_of(left).base || !lanes_of(right).base) {
      return nullptr;
    }
    const auto [low, high] = std::minmax_element(lanes.offsets->begin(), lanes.offsets->end());
    const auto number = [&](std::int64_t of) {
      return ConstantInt::getSigned(left->getType(), of);
    };
    Value* one = nullptr;
    if (predicate == ICmpInst::ICMP_NE && bits > kFewBits &&
        has_no_gaps(*lanes.offsets, *low, *high)) {
      // No lane is there: the first one is behind it by less than all others, modulo 2^bits.
      auto* behind = b_.CreateAdd(b_.CreateSub(scalar(left), scalar(right)), number(*low - 1));
      one = b_.CreateICmpULT(behind, number(*low - *high - 1));
    } else if (!ICmpInst::isEquality(predicate) && lanes.is_disjoint() &&
               lanes.base_align + 1u < bits) {
      // Base and offsets share no bit, not even the sign: no lane wraps around.
      const bool upper = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
      one = b_.CreateICmp(predicate, b_.CreateAdd(scalar(left), number(upper ? *high : *low)),
                          scalar(right));
    } else {
      return nullptr;
    }
    result = result ? b_.CreateLogicalAnd(result, one) : one;
  }
  return result;
}

}  // namespace heddle::compiler
