// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/debug_constants.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMostBits = 64;  // of a DWARF expression's constant

// Null: no number.
DIExpression* value_of(const GlobalVariable& variable) {
  if (!variable.isConstant() || !variable.hasLocalLinkage() || !variable.hasInitializer())
    return nullptr;
  const auto* constant = variable.getInitializer();
  APInt bits;
  if (const auto* integer = dyn_cast<ConstantInt>(constant)) bits = integer->getValue();
  if (const auto* number = dyn_cast<ConstantFP>(constant))
    bits = number->getValueAPF().bitcastToAPInt();
  else if (!isa<ConstantInt>(constant))
    return nullptr;
  if (bits.getBitWidth() > kMostBits) return nullptr;
  return DIExpression::get(variable.getContext(),
                           {dwarf::DW_OP_constu, bits.getZExtValue(), dwarf::DW_OP_stack_value});
}

}  // namespace

DebugConstants::DebugConstants(const Module& module) {
  for (const auto& variable : module.globals()) {
    SmallVector<DIGlobalVariableExpression*, 1> all;
    variable.getDebugInfo(all);
    auto* value = all.empty() ? nullptr : value_of(variable);
    if (value) values_[all[0]->getVariable()] = value;
  }
}

void DebugConstants::describe(Module& module) const {
  if (values_.empty()) return;
  SmallPtrSet<const DIGlobalVariable*, 8> placed;
  for (const auto& variable : module.globals()) {
    SmallVector<DIGlobalVariableExpression*, 1> all;
    variable.getDebugInfo(all);
    for (const auto* one : all) placed.insert(one->getVariable());
  }
  for (auto* unit : module.debug_compile_units()) {
    SmallVector<Metadata*, 16> globals;
    for (auto* one : unit->getGlobalVariables()) {
      auto* value = values_.lookup(one->getVariable());
      const bool is_gone = value && !placed.contains(one->getVariable());
      globals.push_back(
          is_gone ? DIGlobalVariableExpression::get(module.getContext(), one->getVariable(), value)
                  : one);
    }
    unit->replaceGlobalVariables(MDTuple::get(module.getContext(), globals));
  }
}

}  // namespace heddle::compiler
