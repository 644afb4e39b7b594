// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/avoid_codegen_defects.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// vpternlog takes in at most two bitwise operations and a negation of each.
constexpr unsigned kTernaryDepth = 4;

const Value* strip_bitcasts(const Value* value) {
  while (const auto* cast = dyn_cast<BitCastOperator>(value)) value = cast->getOperand(0);
  return value;
}

const BinaryOperator* as_logic(const Value* value) {
  const auto* operation = dyn_cast<BinaryOperator>(strip_bitcasts(value));
  return operation && operation->isBitwiseLogicOp() ? operation : nullptr;
}

bool is_logic_on(const Value* root, const Value* operand, unsigned depth = kTernaryDepth) {
  const auto* logic = as_logic(root);
  return logic && depth > 0 && any_of(logic->operands(), [&](const Value* part) {
           return strip_bitcasts(part) == strip_bitcasts(operand) ||
                  is_logic_on(part, operand, depth - 1);
         });
}

// An operation of three operands, `operand` among them.
bool is_ternary_on(const Value* root, const Value* operand) {
  return is_logic_on(root, operand) &&
         any_of(as_logic(root)->operands(), [](const Value* part) { return as_logic(part); });
}

// `value` as code generation cannot recognise it; costs no instruction.
Value* opaque(IRBuilder<>& b, Value* value) {
  auto* type = cast<FixedVectorType>(value->getType());
  auto* element = type->getScalarSizeInBits() == 64 ? b.getDoubleTy() : b.getFloatTy();
  auto* floats = FixedVectorType::get(element, type->getNumElements());
  auto* fence = b.CreateArithmeticFence(b.CreateBitCast(value, floats), floats);
  return b.CreateBitCast(fence, type);
}

// select(mask, logic(a, b, c), b) becomes a masked vpternlog whose operands change places; for two
// of the orders, with an operand in memory, instruction selection then writes the truth table of
// the other one (https://github.com/llvm/llvm-project/issues/157929, mended after 22.1.8). A
// ternary operation that does not see that its operand is also the select's stays unmasked.
unsigned keep_ternary_logic_unmasked(Function& function) {
  unsigned kept = 0;
  for (auto& instruction : instructions(function)) {
    auto* select = dyn_cast<SelectInst>(&instruction);
    if (!select || !isa<FixedVectorType>(select->getCondition()->getType())) continue;
    const auto bits = select->getType()->getScalarSizeInBits();
    if (bits != 32 && bits != 64) continue;  // there is no masked form of other widths
    IRBuilder<> b(select);
    if (is_ternary_on(select->getTrueValue(), select->getFalseValue())) {
      select->setFalseValue(opaque(b, select->getFalseValue()));
      ++kept;
    } else if (is_ternary_on(select->getFalseValue(), select->getTrueValue())) {
      select->setTrueValue(opaque(b, select->getTrueValue()));
      ++kept;
    }
  }
  return kept;
}

}  // namespace

unsigned avoid_codegen_defects(Function& function) {
  return keep_ternary_logic_unmasked(function);
}

}  // namespace heddle::compiler
