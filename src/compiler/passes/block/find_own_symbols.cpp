// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/find_own_symbols.h"

#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "image/function_symbols.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

std::vector<LoadInst*> loads_of_table(Module& module) {
  std::vector<LoadInst*> found;
  for (auto& function : module) {
    for (auto& instruction : instructions(function)) {
      auto* load = dyn_cast<LoadInst>(&instruction);
      if (load && context::field_read(*load) == abi_offset(BlockContext, symbols))
        found.push_back(load);
    }
  }
  return found;
}

// Weak: the forms for single threads bring one of their own (thread_forms.h).
GlobalVariable& own_tables(Module& module) {
  auto* type = ArrayType::get(PointerType::get(module.getContext(), 0), abi::kFunctionDevices);
  if (auto* known = module.getNamedGlobal(abi::kFunctionSymbols)) return *known;
  return *new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::WeakAnyLinkage,
                             Constant::getNullValue(type), abi::kFunctionSymbols);
}

}  // namespace

unsigned find_own_symbols(Compilation& c) {
  if (c.is_kernel()) return 0;
  const auto loads = loads_of_table(*c.module);
  for (auto* load : loads) {
    IRBuilder<> b(load->getNextNode());
    SmallPtrSet<const User*, 4> mine;
    const auto read = [&](Type* type, Value* from, const Twine& name) {
      auto* value = b.CreateLoad(type, from, name);
      value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(c.context, {}));
      return value;
    };
    const auto in_front = [&](std::int64_t place) {
      auto* slot = b.CreateConstInBoundsGEP1_64(b.getPtrTy(), load, std::uint64_t(-place));
      mine.insert(cast<User>(slot));
      return slot;
    };
    auto& tables = own_tables(*c.module);
    auto* known = read(b.getPtrTy(), in_front(2), "functions");
    auto* device = read(b.getInt64Ty(), in_front(1), "device");
    auto* slot = b.CreateInBoundsGEP(tables.getValueType(), &tables, {b.getInt64(0), device});
    auto* own = read(b.getPtrTy(), slot, "own.symbols");
    auto* chosen = b.CreateSelect(b.CreateICmpEQ(known, &tables), load, own, "symbols");
    mine.insert(cast<User>(chosen));
    load->replaceUsesWithIf(chosen, [&](Use& use) { return !mine.contains(use.getUser()); });
  }
  return loads.size();
}

}  // namespace heddle::compiler
