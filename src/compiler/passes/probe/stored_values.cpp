// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/stored_values.h"

#include <optional>
#include <string>

#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMostSteps = 32;

// Writes how the value is computed.
class Recipe {
 public:
  bool write(const Value& value) {
    if (++steps_ > kMostSteps) return false;
    if (isa<ConstantInt, ConstantFP, ConstantPointerNull, ConstantAggregateZero,
            ConstantDataVector>(value)) {
      value.print(out_);
      out_ << ';';
      return true;
    }
    const auto* i = dyn_cast<Instruction>(&value);
    if (!i) return false;
    if (const auto* load = dyn_cast<LoadInst>(i)) return parameter(*load);
    const auto* call = dyn_cast<IntrinsicInst>(i);
    const bool computes = call && isTriviallyVectorizable(call->getIntrinsicID());
    if (!computes && !isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst>(i)) {
      return false;
    }
    out_ << (computes ? call->getCalledFunction()->getName() : i->getOpcodeName());
    if (const auto* compare = dyn_cast<CmpInst>(i)) out_ << compare->getPredicate();
    i->getType()->print(out_);
    out_ << '(';
    for (const auto& operand : computes ? call->args() : i->operands()) {
      if (!write(*operand)) return false;
    }
    out_ << ')';
    return true;
  }

  bool is_constant() const { return is_constant_; }
  StringRef text() const { return text_; }

 private:
  bool parameter(const LoadInst& load) {
    APInt offset(64, 0);
    const auto* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
        load.getDataLayout(), offset, true);
    const auto* buffer = dyn_cast<LoadInst>(base);
    const auto field = buffer ? context::field_read(*buffer) : std::nullopt;
    if (field != abi_offset(BlockContext, params)) return false;
    is_constant_ = false;
    out_ << "parameter " << offset.getZExtValue() << ' ';
    load.getType()->print(out_);
    return true;
  }

  std::string text_;
  raw_string_ostream out_{text_};
  unsigned steps_ = 0;
  bool is_constant_ = true;
};

}  // namespace

std::uint64_t number_of_value(const Value& value) {
  Recipe recipe;
  if (!recipe.write(value)) return 0;
  const auto number = xxh3_64bits(recipe.text()) | 2;  // not 0
  return recipe.is_constant() ? number | 1 : number & ~std::uint64_t{1};
}

}  // namespace heddle::compiler
