// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/vector_values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

unsigned registers_of(const Type& vector, const DataLayout& layout, unsigned register_bytes) {
  const auto bytes = layout.getTypeStoreSize(const_cast<Type*>(&vector)).getFixedValue();
  return static_cast<unsigned>(divideCeil(bytes, register_bytes));
}

unsigned distinct_elements(const Value& vector, const DataLayout& layout, unsigned register_bytes) {
  auto* type = cast<FixedVectorType>(vector.getType());
  auto n = type->getNumElements();
  const auto* shuffle = dyn_cast<ShuffleVectorInst>(&vector);
  if (!shuffle) return n;
  const auto mask = shuffle->getShuffleMask();
  const auto bytes = layout.getTypeStoreSize(type->getElementType()).getFixedValue();
  while (n % 2 == 0 && n / 2 * bytes >= register_bytes &&
         equal(mask.take_front(n / 2), mask.slice(n / 2, n / 2))) {
    n /= 2;
  }
  return n;
}

// The only instruction that needs the value, if it is in its block. Null otherwise.
static const Instruction* only_user(const Instruction& value) {
  if (!value.hasOneUse()) return nullptr;
  const auto* user = cast<Instruction>(*value.user_begin());
  return user->getParent() == value.getParent() ? user : nullptr;
}

bool is_operand_in_memory(const Value& vector) {
  const auto* made = dyn_cast<Instruction>(&vector);
  if (!made || !only_user(*made)) return false;
  if (const auto* insert = dyn_cast<InsertElementInst>(made)) {
    const auto* scalar = dyn_cast<LoadInst>(insert->getOperand(1));
    return scalar && only_user(*scalar) && isa<PoisonValue>(insert->getOperand(0));
  }
  const auto* shuffle = dyn_cast<ShuffleVectorInst>(made);
  if (!shuffle) return false;
  if (shuffle->isZeroEltSplat()) return is_operand_in_memory(*shuffle->getOperand(0));
  return shuffle->isConcat() && is_operand_in_memory(*shuffle->getOperand(0)) &&
         is_operand_in_memory(*shuffle->getOperand(1));
}

bool is_fused_product(const Value& value) {
  const auto* product = dyn_cast<BinaryOperator>(&value);
  if (!product || product->getOpcode() != Instruction::FMul || !product->hasAllowContract())
    return false;
  const auto* sum = dyn_cast_or_null<BinaryOperator>(only_user(*product));
  return sum && sum->hasAllowContract() &&
         (sum->getOpcode() == Instruction::FAdd || sum->getOpcode() == Instruction::FSub);
}

}  // namespace heddle::compiler
