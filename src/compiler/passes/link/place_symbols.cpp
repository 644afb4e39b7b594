// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/place_symbols.h"

#include <algorithm>

#include "compiler/ir/address_space.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/show_variable.h"
#include "compiler/passes/each.h"
#include "image/function_symbols.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool is_shared(const GlobalVariable& variable) {
  return variable.getAddressSpace() == kSharedSpace;
}
bool is_dynamic_shared(const GlobalVariable& variable) {
  return is_shared(variable) && variable.isDeclaration();
}

bool holds_addresses(const Constant& constant) {
  if (isa<GlobalValue>(constant)) return true;
  return any_of(constant.operands(),
                [](const Use& operand) { return holds_addresses(*cast<Constant>(operand.get())); });
}

// Mirrors frontend/variable_facts: what the engine has storage for.
bool is_symbol(const GlobalVariable& variable) {
  if (is_shared(variable) || variable.getName().starts_with(kKeptAddress)) return false;
  return variable.isDeclaration() || !variable.isConstant() || variable.isExternallyInitialized() ||
         holds_addresses(*variable.getInitializer());
}

// What has been made of constants that hold the address: one for several lines, and at none of them
// anything happens by it that a debugger should stop at.
void forget_lines(Value& address) {
  for (auto* user : address.users()) {
    auto* instruction = dyn_cast<Instruction>(user);
    if (!instruction || !isa<CastInst, GetElementPtrInst>(instruction)) continue;
    const bool is_constant = all_of(instruction->operands(), [&](const Use& operand) {
      return operand == &address || isa<Constant>(operand);
    });
    if (!is_constant || !instruction->getDebugLoc()) continue;
    instruction->setDebugLoc(DebugLoc());
    forget_lines(*instruction);
  }
}

// What a phi has from the entry block may have been put before the stack objects, which come first
// everywhere else.
void lead_with_stack_objects(BasicBlock& entry) {
  auto first = entry.getFirstNonPHIOrDbgOrAlloca();
  for (auto& i : make_early_inc_range(make_range(first, entry.end()))) {
    auto* object = dyn_cast<AllocaInst>(&i);
    if (object && isa<ConstantInt>(object->getArraySize())) object->moveBefore(entry, first);
  }
}

// Replaces uses of a global in every function by an address computed at the function's entry. A
// debugger finds it there, too.
void replace_in_functions(GlobalValue& global, bool for_debugger,
                          function_ref<Value*(IRBuilder<>&)> address) {
  convertUsersOfConstantsToInstructions({&global});
  if (for_debugger) forget_lines(global);
  MapVector<Function*, SmallVector<Use*, 8>> uses;
  for (auto& use : global.uses()) {
    auto* instruction = dyn_cast<Instruction>(use.getUser());
    if (!instruction) continue;
    // A direct call needs no address.
    if (auto* call = dyn_cast<CallBase>(instruction); call && call->isCallee(&use)) continue;
    uses[instruction->getFunction()].push_back(&use);
  }
  const auto* variable = for_debugger ? dyn_cast<GlobalVariable>(&global) : nullptr;
  if (variable) {
    for (auto* function : defined(*global.getParent())) {
      if (may_name(*function, *variable)) uses[function];
    }
  }
  for (auto& [function, list] : uses) {
    lead_with_stack_objects(function->getEntryBlock());
    IRBuilder<> b(&*function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    auto* value = address(b);
    for (auto* use : list) use->set(value);
    if (variable) show_variable(b, *variable, *value);
  }
}

}  // namespace

unsigned place_symbols(Compilation& c) {
  auto& module = *c.module;
  const auto& layout = module.getDataLayout();
  const auto alignment = [&](const GlobalVariable& variable) {
    return variable.getAlign().value_or(layout.getABITypeAlign(variable.getValueType()));
  };
  SmallVector<GlobalVariable*, 8> shared, symbols;
  for (auto& variable : module.globals()) {
    variable.removeDeadConstantUsers();
    if (variable.use_empty() || variable.getName().starts_with("llvm.")) continue;
    if (is_shared(variable))
      shared.push_back(&variable);
    else if (is_symbol(variable))
      symbols.push_back(&variable);
  }
  // Largest alignment first; among equals, the order of the source.
  DenseMap<const GlobalVariable*, unsigned> position;
  for (auto* variable : shared) position[variable] = position.size();
  sort(shared, [&](const auto* a, const auto* b) {
    return std::pair(alignment(*b).value(), position[a]) <
           std::pair(alignment(*a).value(), position[b]);
  });
  std::uint64_t end = c.static_shared_bytes;
  Align behind(1);  // of what begins behind the static variables
  for (auto* variable : shared) {
    const bool dynamic = is_dynamic_shared(*variable);
    const auto placed = c.shared_offsets.find(variable->getName().str());
    const bool has_place = placed != c.shared_offsets.end();
    const auto offset = dynamic     ? 0
                        : has_place ? placed->second
                                    : alignTo(end, alignment(*variable));
    if (!dynamic && !has_place) end = offset + layout.getTypeAllocSize(variable->getValueType());
    if (!dynamic) c.shared_offsets[variable->getName().str()] = offset;
    if (dynamic) behind = std::max(behind, alignment(*variable));
    replace_in_functions(*variable, c.request.debug, [&](IRBuilder<>& b) -> Value* {
      Value* base = context::load(b, abi_offset(BlockContext, shared), b.getPtrTy(), "shared");
      cast<LoadInst>(base)->setMetadata(
          LLVMContext::MD_align,
          MDNode::get(c.context, ConstantAsMetadata::get(b.getInt64(abi::kVectorAlign))));
      base = b.CreateAddrSpaceCast(base, variable->getType());
      Value* at = b.getInt64(offset);
      if (dynamic) {
        at = b.CreateZExt(context::load(b, abi_offset(BlockContext, shared_dynamic_offset),
                                        b.getInt32Ty(), "dynamic", context::Range{0, 1u << 20}),
                          b.getInt64Ty());
      }
      return b.CreateInBoundsGEP(b.getInt8Ty(), base, at, variable->getName());
    });
  }
  c.static_shared_bytes = static_cast<std::uint32_t>(alignTo(end, behind));

  const auto from_table = [&](GlobalValue& global) {
    const auto number = static_cast<std::int64_t>(c.symbols.size());
    // Functions behind pointers see the table of the kernel that calls them: theirs lies before it.
    const auto index = c.request.kernel.empty() ? -1 - number : number;
    c.symbols.push_back(global.getName().str());
    replace_in_functions(global, c.request.debug, [&](IRBuilder<>& b) -> Value* {
      auto* table = context::load(b, abi_offset(BlockContext, symbols), b.getPtrTy(), "symbols");
      auto* slot =
          b.CreateConstInBoundsGEP1_64(b.getPtrTy(), table, static_cast<std::uint64_t>(index));
      auto* address = b.CreateLoad(b.getPtrTy(), slot, global.getName());
      address->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
      return global.getType() == b.getPtrTy() ? static_cast<Value*>(address)
                                              : b.CreateAddrSpaceCast(address, global.getType());
    });
  };
  SmallVector<Function*, 8> pointed_to;
  for (auto& function : module) {
    if (!function.isDeclaration() && function.hasAddressTaken() && &function != c.body) {
      pointed_to.push_back(&function);
    }
  }
  if (!c.is_kernel() && c.symbols.empty()) c.symbols = {abi::kDeviceSymbol, abi::kFunctionSymbols};
  for (auto* variable : symbols) from_table(*variable);
  for (auto* function : pointed_to) from_table(*function);
  if (c.request.debug) {
    forget_globals(module, shared);
    forget_globals(module, symbols);
  }
  // Their initialisers are the engine's business, and may hold the last references to functions.
  for (auto& variable : make_early_inc_range(module.globals())) {
    if (variable.getName().starts_with("llvm.") || !is_symbol(variable)) continue;
    variable.setInitializer(nullptr);
    variable.setLinkage(GlobalValue::ExternalLinkage);
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
  // A kernel calls pointed-to functions in the program's code module, not in copies of its own.
  const auto placed = shared.size() + symbols.size() + pointed_to.size();
  if (!c.is_kernel()) return placed;
  for (auto* function : pointed_to) {
    function->removeDeadConstantUsers();
    if (function->use_empty()) function->eraseFromParent();
  }
  return placed;
}

}  // namespace heddle::compiler
