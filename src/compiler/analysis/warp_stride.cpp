// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/warp_stride.h"

#include "compiler/ir/calling_convention.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace heddle::compiler {

using namespace llvm;

using Stride = std::optional<std::int64_t>;

// The value is what its operation gives in unbounded numbers, for each warp.
bool WarpStride::is_exact(const Value* value, bool sign) const {
  if (!variance_.contains(value) || value == step_.getArg(kWarpArgument)) return true;
  auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction) return false;
  bool exact = false;
  if (auto* either = dyn_cast<PossiblyDisjointInst>(instruction)) {
    exact = either->isDisjoint();
  } else if (auto* binary = dyn_cast<OverflowingBinaryOperator>(instruction)) {
    exact = sign ? binary->hasNoSignedWrap() : binary->hasNoUnsignedWrap();
  }
  return exact && all_of(instruction->operand_values(),
                         [&](const Value* operand) { return is_exact(operand, sign); });
}

Stride WarpStride::of(const Value* value) {
  if (value == step_.getArg(kWarpArgument)) return 1;
  if (!variance_.contains(value)) return 0;
  const auto* instruction = dyn_cast<Instruction>(value);
  if (!instruction) return {};
  const auto known = known_.find(value);
  if (known != known_.end()) return known->second;
  if (auto* phi = dyn_cast<PHINode>(instruction)) return of_phi(*phi);
  known_[value] = std::nullopt;
  const auto result = compute(*instruction);
  known_[value] = result;
  return result;
}

// A loop's variable grows as its start does, if each round changes it by the same in all warps.
Stride WarpStride::of_phi(const PHINode& phi) {
  Stride first;
  known_[&phi] = std::nullopt;
  for (const Value* incoming : phi.incoming_values()) {
    if ((first = of(incoming))) break;
  }
  if (!first) return {};
  const auto before = known_;
  known_[&phi] = first;
  for (const Value* incoming : phi.incoming_values()) {
    known_.erase(incoming);
    if (of(incoming) != first) {
      known_ = before;  // what was concluded from it goes too
      return {};
    }
  }
  return first;
}

Stride WarpStride::compute(const Instruction& value) {
  if (auto* address = dyn_cast<GetElementPtrInst>(&value)) return of_address(*address);
  if (value.getType()->isVectorTy()) return {};
  const auto* left = value.getNumOperands() > 0 ? value.getOperand(0) : nullptr;
  const auto* right = value.getNumOperands() > 1 ? value.getOperand(1) : nullptr;
  switch (value.getOpcode()) {
    case Instruction::ZExt:
      if (!value.hasNonNeg() && !is_exact(left, false)) return {};
      return of(left);
    case Instruction::SExt:
      return is_exact(left, true) ? of(left) : std::nullopt;
    case Instruction::Or:
      if (!cast<PossiblyDisjointInst>(value).isDisjoint()) return {};
      [[fallthrough]];
    case Instruction::Add: {
      const auto a = of(left), b = of(right);
      return a && b ? Stride(*a + *b) : std::nullopt;
    }
    case Instruction::Sub: {
      const auto a = of(left), b = of(right);
      return a && b ? Stride(*a - *b) : std::nullopt;
    }
    case Instruction::Mul:
    case Instruction::Shl: {
      const auto* factor = dyn_cast<ConstantInt>(right);
      const auto a = of(left);
      if (!a || !factor || factor->getValue().getSignificantBits() > 32) return {};
      const auto by = factor->getSExtValue();
      if (value.getOpcode() == Instruction::Mul) return *a * by;
      return by >= 0 && by < 32 ? Stride(*a * (std::int64_t{1} << by)) : std::nullopt;
    }
    default:
      return {};
  }
}

Stride WarpStride::of_address(const GetElementPtrInst& address) {
  if (address.getType()->isVectorTy()) return {};
  auto sum = of(address.getPointerOperand());
  const auto& layout = step_.getDataLayout();
  for (auto i = gep_type_begin(&address); sum && i != gep_type_end(&address); ++i) {
    if (i.isStruct()) continue;
    const auto index = of(i.getOperand());
    // Narrower indices are extended: they may wrap.
    if (!index || (*index != 0 && !i.getOperand()->getType()->isIntegerTy(64))) return {};
    *sum +=
        *index * static_cast<std::int64_t>(i.getSequentialElementStride(layout).getFixedValue());
  }
  return sum;
}

}  // namespace heddle::compiler
