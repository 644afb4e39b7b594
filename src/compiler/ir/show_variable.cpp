// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/show_variable.h"

#include "compiler/ir/address_space.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
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

// clang describes definitions only. Of an `extern __shared__` array the name and the layout are
// known, and no more: what an int of it was called (unsigned, long long) is not.
class Declaration {
 public:
  Declaration(DIBuilder& d, const Module& module) : d_(d) { finder_.processModule(module); }

  DIType* type_of(const Type& type) {
    if (type.isArrayTy()) {
      SmallVector<Metadata*, 2> extents;
      const Type* element = &type;
      for (; const auto* inner = dyn_cast<ArrayType>(element); element = inner->getElementType()) {
        const auto count = inner->getNumElements();
        extents.push_back(
            d_.getOrCreateSubrange(0, count == 0 ? -1 : static_cast<std::int64_t>(count)));
      }
      return d_.createArrayType(0, 0, type_of(*element), d_.getOrCreateArray(extents));
    }
    if (const auto* structure = dyn_cast<StructType>(&type)) {
      if (auto* found = named(*structure)) return found;
      return d_.createBasicType("unsigned char", 8, dwarf::DW_ATE_unsigned_char);
    }
    if (type.isPointerTy()) return d_.createPointerType(nullptr, 64);
    if (type.isDoubleTy()) return d_.createBasicType("double", 64, dwarf::DW_ATE_float);
    if (type.isFloatTy()) return d_.createBasicType("float", 32, dwarf::DW_ATE_float);
    const unsigned bits = type.getScalarSizeInBits();
    const char* name = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
    return d_.createBasicType(name, bits,
                              bits == 8 ? dwarf::DW_ATE_signed_char : dwarf::DW_ATE_signed);
  }

 private:
  // "struct.float4", "class.app::Pair": a type of this name.
  DIType* named(const StructType& structure) {
    const auto name = structure.hasName() ? structure.getName() : StringRef();
    const auto last = name.substr(name.find_last_of(".:") + 1);
    const auto types = finder_.types();
    const auto found = find_if(types, [&](const DIType* type) {
      return isa<DICompositeType>(type) && !last.empty() && type->getName() == last;
    });
    return found == types.end() ? nullptr : *found;
  }

  DIBuilder& d_;
  DebugInfoFinder finder_;
};

std::string plain_name(const GlobalVariable& variable) {
  const auto name = demangle(variable.getName());
  return name.substr(name.rfind(':') + 1);
}

DILocalScope* function_scope(const DIGlobalVariable& variable) {
  return dyn_cast_or_null<DILocalScope>(variable.getScope());
}

// A namespace or a class; null: everywhere.
const DIScope* outer_scope(const DIScope* scope) {
  return scope && isa<DINamespace, DICompositeType>(scope) ? scope : nullptr;
}

// How many scopes lie around that of `variable`, if it is one of those around `function`, else -1.
int depth_around(const DISubprogram& function, const DIGlobalVariable& variable) {
  const auto* wanted = outer_scope(variable.getScope());
  int depth = 0;
  for (const auto* scope = wanted; scope; scope = outer_scope(scope->getScope())) ++depth;
  for (const auto* scope = outer_scope(function.getScope()); scope;
       scope = outer_scope(scope->getScope())) {
    if (scope == wanted) return depth;
  }
  return wanted ? -1 : 0;
}

// Whether the variable's name without its scope means it in `function`, where there may be several.
bool is_meant(const Function& function, const DIGlobalVariable& variable) {
  const auto& program = *function.getSubprogram();
  const int depth = depth_around(program, variable);
  for (const auto& global : function.getParent()->globals()) {
    if (global.getName().starts_with(kKeptAddress)) continue;
    const auto* other = description_of(global);
    if (!other || other == &variable || other->getName() != variable.getName()) continue;
    if (!function_scope(*other) && depth_around(program, *other) >= depth) return false;
  }
  return true;
}

// Of `app::weights` a debugger looks for a variable of the module, not of the function: one that
// keeps the address, which is the same in all functions.
void keep_for_scope(IRBuilderBase& b, const DIGlobalVariable& described, StringRef symbol,
                    Value& address) {
  auto& module = *b.GetInsertBlock()->getModule();
  const auto name = (kKeptAddress + symbol).str();
  auto* place = module.getGlobalVariable(name, true);
  if (!place) {
    place = new GlobalVariable(module, address.getType(), false, GlobalValue::InternalLinkage,
                               Constant::getNullValue(address.getType()), name);
    auto* unit = b.GetInsertBlock()->getParent()->getSubprogram()->getUnit();
    DIBuilder d(module, true, unit);
    auto* shown = d.createGlobalVariableExpression(
        described.getScope(), described.getName(), described.getLinkageName(), described.getFile(),
        described.getLine(), described.getType(), /*IsLocalToUnit=*/true, /*isDefined=*/true,
        d.createExpression({dwarf::DW_OP_deref}));
    place->addDebugInfo(shown);
    SmallVector<Metadata*, 16> all(unit->getGlobalVariables().begin(),
                                   unit->getGlobalVariables().end());
    all.push_back(shown);
    unit->replaceGlobalVariables(MDTuple::get(module.getContext(), all));
  }
  b.CreateStore(&address, place);
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

static void show_declaration(IRBuilderBase& b, const GlobalVariable& variable, Value& address) {
  auto& function = *b.GetInsertBlock()->getParent();
  auto* program = function.getSubprogram();
  if (!program) return;
  DIBuilder d(*function.getParent(), true, program->getUnit());
  auto* type = Declaration(d, *function.getParent()).type_of(*variable.getValueType());
  auto* local = d.createAutoVariable(program, plain_name(variable), program->getFile(),
                                     program->getLine(), type);
  auto* slot = keep_address(b, address);
  d.insertDeclare(slot, local, d.createExpression({dwarf::DW_OP_deref}),
                  DILocation::get(b.getContext(), program->getLine(), 0, program),
                  b.GetInsertPoint());
}

void show_variable(IRBuilderBase& b, const GlobalVariable& variable, Value& address) {
  auto& function = *b.GetInsertBlock()->getParent();
  const auto* described = description_of(variable);
  const bool is_shared = variable.getAddressSpace() == kSharedSpace;
  if (!described && is_shared && variable.isDeclaration())
    return show_declaration(b, variable, address);
  if (!described || !may_name(function, variable)) return;
  auto* program = function.getSubprogram();
  auto* scope = function_scope(*described);
  if (!scope) {
    if (outer_scope(described->getScope()))
      keep_for_scope(b, *described, variable.getName(), address);
    if (!is_meant(function, *described)) return;
    scope = program;
  }
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
