// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/joined_integers.h"

#include "compiler/ir/pseudo.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// How far up it is looked for what else is part of it.
constexpr unsigned kFarthest = 6;
constexpr std::size_t kOperands = 3;
using Leaves = SmallPtrSet<const Value*, 4>;

bool is_integer(const Value& value) {
  return value.getType()->isIntegerTy() && value.getType()->getIntegerBitWidth() <= 64;
}

const BinaryOperator* binary(const Value* value) {
  const auto* own = dyn_cast<BinaryOperator>(value);
  return own && is_integer(*own) ? own : nullptr;
}

// A sum, where no bit meets another one.
bool is_sum(const BinaryOperator& i) {
  const auto op = i.getOpcode();
  if (const auto* disjoint = dyn_cast<PossiblyDisjointInst>(&i)) return disjoint->isDisjoint();
  return op == Instruction::Add || op == Instruction::Sub;
}

bool is_logic(const BinaryOperator& i) {
  return i.isBitwiseLogicOp() && !is_sum(i);
}

bool is_scaled(const BinaryOperator& i) {
  return i.getOpcode() == Instruction::Mul ||
         (i.getOpcode() == Instruction::Shl && isa<ConstantInt>(i.getOperand(1)));
}

// 32 times the number of the warp, which a GPU reads with the number of the lane from one register.
bool is_of_thread_index(const BinaryOperator& i) {
  return i.getOpcode() == Instruction::Shl && pseudo::is(i.getOperand(0), pseudo::kWarp);
}

// Nobody else needs it, and its user stands in the same block of code.
bool is_of_one(const Instruction& i) {
  return i.hasOneUse() && cast<Instruction>(*i.user_begin())->getParent() == i.getParent();
}

// What the logic of `i` is computed from when it is made with what is part of it.
Leaves leaves_of(const BinaryOperator& i, unsigned depth);

// Whether `operand` is part of the logic of its user, whose leaves without it are `others`.
bool take_in(const Value* operand, unsigned depth, Leaves& all) {
  const auto* own = binary(operand);
  if (depth == 0 || !own || !is_logic(*own) || !is_of_one(*own)) return false;
  auto together = all;
  for (const auto* leaf : leaves_of(*own, depth - 1)) together.insert(leaf);
  if (together.size() > kOperands) return false;
  all = together;
  return true;
}

Leaves leaves_of(const BinaryOperator& i, unsigned depth) {
  // First those that are no part of it, whatever the others are.
  Leaves all;
  SmallVector<const Value*, 2> open;
  for (const auto* operand : i.operand_values()) {
    const auto* own = binary(operand);
    if (own && is_logic(*own) && is_of_one(*own)) {
      open.push_back(operand);
    } else if (!PatternMatch::match(operand, PatternMatch::m_AllOnes())) {  // "not" is free
      all.insert(operand);
    }
  }
  for (std::size_t k = 0; k < open.size(); ++k) {
    auto rest = all;
    for (std::size_t other = k + 1; other < open.size(); ++other) rest.insert(open[other]);
    if (take_in(open[k], depth, rest)) {
      all = rest;
      for (std::size_t other = k + 1; other < open.size(); ++other) all.erase(open[other]);
    } else {
      all.insert(open[k]);
    }
  }
  return all;
}

// The one operand that a sum is made with.
const Value* joined_operand(const BinaryOperator& sum, unsigned depth) {
  for (const auto* operand : sum.operand_values()) {
    const auto* own = binary(operand);
    if (own && is_scaled(*own) && is_of_one(*own) && !is_of_thread_index(*own)) return operand;
  }
  for (const auto* operand : sum.operand_values()) {
    const auto* own = binary(operand);
    if (!own || !is_sum(*own) || !is_of_one(*own)) continue;
    if (depth == 0 || !joined_operand(*own, depth - 1)) return operand;
  }
  return nullptr;
}

}  // namespace

bool is_joined(const Instruction& i) {
  const auto* own = binary(&i);
  if (!own) return false;
  if (is_of_thread_index(*own)) return true;
  if (!is_of_one(*own)) return false;
  const auto* user = cast<Instruction>(*own->user_begin());
  if (const auto* compared = dyn_cast<ICmpInst>(user)) {
    return is_logic(*own) && compared->isEquality() &&
           PatternMatch::match(compared->getOperand(1), PatternMatch::m_ZeroInt());
  }
  const auto* by = binary(user);
  if (!by) return false;
  if (is_logic(*by)) return is_logic(*own) && !leaves_of(*by, kFarthest).contains(own);
  return is_sum(*by) && joined_operand(*by, kFarthest) == own;
}

}  // namespace heddle::compiler
