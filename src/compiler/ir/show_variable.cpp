// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/show_variable.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

const DIGlobalVariable* description_of(const GlobalVariable& variable) {
  SmallVector<DIGlobalVariableExpression*, 1> all;
  variable.getDebugInfo(all);
  return all.empty() ? nullptr : all[0]->getVariable();
}

DILocalScope* function_scope(const DIGlobalVariable& variable) {
  return dyn_cast_or_null<DILocalScope>(variable.getScope());
}

}  // namespace

AllocaInst* keep_address(IRBuilderBase& b, Value& address) {
  auto& entry = b.GetInsertBlock()->getParent()->getEntryBlock();
  auto* slot = new AllocaInst(address.getType(), 0, "", entry.begin());
  b.CreateStore(&address, slot);
  return slot;
}

bool may_name(const Function& function, const GlobalVariable& variable) {
  const auto* described = description_of(variable);
  if (!function.getSubprogram() || !described) return false;
  const auto* scope = function_scope(*described);
  return !scope || scope->getSubprogram() == function.getSubprogram();
}

void show_variable(IRBuilderBase& b, const GlobalVariable& variable, Value& address) {
  auto& function = *b.GetInsertBlock()->getParent();
  const auto* described = description_of(variable);
  if (!described || !may_name(function, variable)) return;
  auto* program = function.getSubprogram();
  auto* scope = function_scope(*described);
  if (!scope) scope = program;
  DIBuilder d(*function.getParent(), true, program->getUnit());
  auto* local = d.createAutoVariable(scope, described->getName(), described->getFile(),
                                     described->getLine(), described->getType());
  auto* slot = keep_address(b, address);
  d.insertDeclare(slot, local, d.createExpression({dwarf::DW_OP_deref}),
                  DILocation::get(b.getContext(), described->getLine(), 0, scope),
                  b.GetInsertPoint());
}

void forget_globals(Module& module, ArrayRef<GlobalVariable*> shown) {
  SmallPtrSet<const Metadata*, 16> forgotten;
  for (auto* variable : shown) {
    SmallVector<DIGlobalVariableExpression*, 1> all;
    variable->getDebugInfo(all);
    for (const auto* one : all) forgotten.insert(one->getVariable());
    variable->eraseMetadata(LLVMContext::MD_dbg);
  }
  for (auto* unit : module.debug_compile_units()) {
    SmallVector<Metadata*, 16> kept;
    for (auto* one : unit->getGlobalVariables()) {
      if (!forgotten.contains(one->getVariable())) kept.push_back(one);
    }
    unit->replaceGlobalVariables(MDTuple::get(module.getContext(), kept));
  }
}

}  // namespace heddle::compiler
