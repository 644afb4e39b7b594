// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/number_range.h"

#include <algorithm>
#include <bit>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"

namespace heddle::compiler {

using namespace llvm;
using namespace PatternMatch;

namespace {

constexpr unsigned kMostDepth = 24;
constexpr unsigned kBits = 32;

NumberRange around(std::initializer_list<std::int64_t> numbers) {
  return {std::min(numbers), std::max(numbers)};
}

NumberRange product(NumberRange a, NumberRange b) {
  return around({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
}

// The numbers up to the next power of two that have no bit that neither has.
NumberRange joined(NumberRange a, NumberRange b) {
  const auto most = static_cast<std::uint64_t>(std::max(a.high, b.high));
  return {0, static_cast<std::int64_t>((std::uint64_t{1} << std::bit_width(most)) - 1)};
}

std::optional<NumberRange> of_operation(unsigned opcode, NumberRange a, NumberRange b,
                                        std::optional<std::uint64_t> number) {
  const bool positive = a.is_positive() && b.is_positive();
  const auto n = static_cast<std::int64_t>(number.value_or(0));
  switch (opcode) {
    case Instruction::Add:
      return NumberRange{a.low + b.low, a.high + b.high};
    case Instruction::Sub:
      return NumberRange{a.low - b.high, a.high - b.low};
    case Instruction::Mul:
      return product(a, b);
    case Instruction::And:
      if (positive) return NumberRange{0, std::min(a.high, b.high)};
      if (a.is_positive()) return NumberRange{0, a.high};
      if (b.is_positive()) return NumberRange{0, b.high};
      break;
    case Instruction::Or:
    case Instruction::Xor:
      if (positive) return joined(a, b);
      break;
    case Instruction::Shl:
      if (number && n < kBits) return product(a, {std::int64_t{1} << n, std::int64_t{1} << n});
      break;
    case Instruction::LShr:
      if (number && n < kBits && a.is_positive()) return NumberRange{a.low >> n, a.high >> n};
      break;
    case Instruction::AShr:
      if (number && n < kBits) return NumberRange{a.low >> n, a.high >> n};
      break;
    case Instruction::UDiv:
      if (n > 0 && a.is_positive()) return NumberRange{a.low / n, a.high / n};
      break;
    case Instruction::SDiv:
      if (n > 0 && n <= INT32_MAX) return NumberRange{a.low / n, a.high / n};
      break;
    case Instruction::URem:
      if (n > 0 && a.is_positive()) return NumberRange{0, std::min(a.high, n - 1)};
      break;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace

NumberRange NumberRanges::by_bits(const Value* value) const {
  const auto bits = computeKnownBits(value, layout_);
  const auto range = ConstantRange::fromKnownBits(bits, true);
  return {range.getSignedMin().getSExtValue(), range.getSignedMax().getSExtValue()};
}

NumberRange NumberRanges::compute(const Value* value, unsigned depth) {
  const auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth > kMostDepth) return by_bits(value);
  const auto operand = [&](unsigned k) { return of(instruction->getOperand(k), depth + 1); };
  if (isa<ZExtInst, SExtInst>(instruction)) {
    const auto bits = instruction->getOperand(0)->getType()->getScalarSizeInBits();
    if (isa<ZExtInst>(instruction)) return {0, (std::int64_t{1} << bits) - 1};
    return {-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1};
  }
  if (isa<BinaryOperator>(instruction)) {
    const APInt* known = nullptr;
    std::optional<std::uint64_t> number;
    if (match(instruction->getOperand(1), m_APInt(known))) number = known->getZExtValue();
    const auto range = of_operation(instruction->getOpcode(), operand(0), operand(1), number);
    if (range && range->low >= INT32_MIN && range->high <= INT32_MAX) return *range;
  }
  if (isa<SelectInst>(instruction)) {
    const auto a = operand(1), b = operand(2);
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  if (const auto* extreme = dyn_cast<MinMaxIntrinsic>(instruction)) {
    const auto a = operand(0), b = operand(1);
    if (!extreme->isSigned() && !(a.is_positive() && b.is_positive())) return by_bits(value);
    const auto id = extreme->getIntrinsicID();
    return id == Intrinsic::smin || id == Intrinsic::umin
               ? NumberRange{std::min(a.low, b.low), std::min(a.high, b.high)}
               : NumberRange{std::max(a.low, b.low), std::max(a.high, b.high)};
  }
  if (match(value, m_Intrinsic<Intrinsic::abs>())) {
    const auto a = operand(0);
    if (a.low > INT32_MIN) return {0, std::max(std::abs(a.low), std::abs(a.high))};
  }
  return by_bits(value);
}

NumberRange NumberRanges::of(const Value* value, unsigned depth) {
  if (auto known = known_.find(value); known != known_.end()) return known->second;
  const auto range = compute(value, depth);
  return known_[value] = range;
}

}  // namespace heddle::compiler
