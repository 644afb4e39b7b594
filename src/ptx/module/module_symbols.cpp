// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/module_symbols.h"

#include "llvm/IR/Constants.h"
#include "ptx/runtime_functions.h"

namespace heddle::ptx {

using namespace llvm;

using LlvmType = llvm::Type;

LlvmType* memory_type(LLVMContext& context, const Variable& variable) {
  auto* byte = LlvmType::getInt8Ty(context);
  if (variable.is_array || variable.vector > 1) return ArrayType::get(byte, variable.bytes());
  return LlvmType::getIntNTy(context, std::max(8u, variable.type.bits));
}

LlvmType* value_type(LLVMContext& context, const Variable& variable) {
  if (!variable.is_array) return memory_type(context, variable);
  // As few elements as the alignment allows.
  const auto unit = std::min<std::uint64_t>(variable.alignment(), 8);
  if (variable.bytes() % unit != 0) return memory_type(context, variable);
  return ArrayType::get(LlvmType::getIntNTy(context, static_cast<unsigned>(8 * unit)),
                        variable.bytes() / unit);
}

FunctionType* function_type(LLVMContext& context, const Signature& signature) {
  SmallVector<LlvmType*, 8> parameters;
  for (const Variable& parameter : signature.parameters) {
    parameters.push_back(parameter.is_array ? PointerType::get(context, 0)
                                            : value_type(context, parameter));
  }
  auto* result = signature.results.empty() ? LlvmType::getVoidTy(context)
                                           : value_type(context, signature.results.front());
  return FunctionType::get(result, parameters, false);
}

namespace {

unsigned address_space(Space space) {
  return space == Space::kShared     ? kSharedSpace
         : space == Space::kConstant ? kConstantSpace
                                     : kGlobalSpace;
}

void add_by_value(Function& function, const Signature& signature) {
  auto& context = function.getContext();
  for (unsigned k = 0; k < signature.parameters.size(); ++k) {
    const Variable& parameter = signature.parameters[k];
    if (!parameter.is_array) continue;
    function.addParamAttr(k, Attribute::getWithByValType(context, memory_type(context, parameter)));
    function.addParamAttr(k, Attribute::getWithAlignment(context, Align(parameter.alignment())));
  }
}

// Whether calls as a module declares them can be calls of `own`, the device library's: as many
// values, of the same sizes.
bool fits(const FunctionType& declared, const FunctionType& own, const DataLayout& layout) {
  const auto alike = [&](LlvmType* one, LlvmType* other) {
    return one == other || (one->isIntegerTy() && other->isSized() &&
                            layout.getTypeSizeInBits(one) == layout.getTypeSizeInBits(other));
  };
  return declared.getNumParams() == own.getNumParams() &&
         alike(declared.getReturnType(), own.getReturnType()) &&
         all_of(zip(declared.params(), own.params()), [&](const auto& pair) {
           return !std::get<0>(pair)->isPointerTy() && alike(std::get<0>(pair), std::get<1>(pair));
         });
}

std::string numbers(const std::array<unsigned, 3>& values) {
  return std::to_string(values[0]) + "," + std::to_string(values[1]) + "," +
         std::to_string(values[2]);
}

}  // namespace

GlobalVariable* ModuleSymbols::add_variable(const Variable& variable, StringRef name) {
  const bool is_shared = variable.space == Space::kShared;
  const bool is_external = variable.is_external && variable.initial.empty();
  auto linkage = is_external           ? GlobalValue::ExternalLinkage
                 : variable.is_weak    ? GlobalValue::WeakAnyLinkage
                 : variable.is_visible ? GlobalValue::ExternalLinkage
                                       : GlobalValue::InternalLinkage;
  if (is_shared && !is_external) linkage = GlobalValue::InternalLinkage;
  auto* type = memory_type(module_.getContext(), variable);
  Constant* value = is_external ? nullptr
                    : is_shared ? cast<Constant>(UndefValue::get(type))
                                : Constant::getNullValue(type);
  auto* global = new GlobalVariable(module_, type, false, linkage, value, name, nullptr,
                                    GlobalValue::NotThreadLocal, address_space(variable.space));
  global->setAlignment(Align(variable.alignment()));
  // The host may name it and write to it, visible or not; not what compilers have named ($str).
  if (!is_shared && !is_external && !name.starts_with("$")) global->setExternallyInitialized(true);
  return global;
}

std::optional<Complaint> ModuleSymbols::declare(const ModuleText& text) {
  std::vector<std::pair<const Variable*, GlobalVariable*>> made;
  for (const Variable& variable : text.variables) {
    if (variable.space == Space::kLocal) {
      return Complaint{variable.at,
                       "variable '" + variable.name + "' is .local, but of no function"};
    }
    if (auto* known = find(variable.name)) {
      if (variable.is_external) continue;  // declared again
      auto* earlier = dyn_cast<GlobalVariable>(known);
      if (!earlier || !earlier->isDeclaration()) {
        return Complaint{variable.at, "variable '" + variable.name + "' twice"};
      }
      auto* global = add_variable(variable, "");
      earlier->replaceAllUsesWith(global);
      global->takeName(earlier);
      earlier->eraseFromParent();
      names_[variable.name] = global;
      made.emplace_back(&variable, global);
      continue;
    }
    auto* global = add_variable(variable, variable.name);
    names_[variable.name] = global;
    made.emplace_back(&variable, global);
  }
  for (const FunctionText& function : text.functions) {
    if (function.is_defined) defined_.insert(function.name);
  }
  for (const FunctionText& function : text.functions) {
    if (auto complaint = declare_function(function)) return complaint;
  }
  for (const auto& [variable, global] : made) {
    if (variable->initial.empty()) continue;
    if (auto complaint = initialise(*variable, *global)) return complaint;
  }
  return {};
}

std::optional<Complaint> ModuleSymbols::declare_function(const FunctionText& text) {
  auto& context = module_.getContext();
  auto* type = function_type(context, text.signature);
  if (!signatures_.contains(text.name)) signatures_[text.name] = &text.signature;
  if (!defined_.contains(text.name)) {
    auto* own = runtime_function_type(context, text.name);
    if (!own) own = math_function_type(context, text.name);
    if (own && fits(*type, *own, module_.getDataLayout())) type = own;
  }
  if (auto* known = find(text.name)) {
    auto* function = dyn_cast<Function>(known);
    if (!function || function->getFunctionType() != type) {
      return Complaint{text.at, "'" + text.name + "' twice, and not alike"};
    }
    if (!text.is_defined) return {};
    if (function->hasFnAttribute("heddle.defined")) {
      return Complaint{text.at, "function '" + text.name + "' twice"};
    }
    function->addFnAttr("heddle.defined");
    return {};
  }
  auto* function = Function::Create(type, GlobalValue::ExternalLinkage, text.name, module_);
  names_[text.name] = function;
  if (text.is_defined) {
    function->addFnAttr("heddle.defined");
    if (text.is_weak) function->setLinkage(GlobalValue::WeakAnyLinkage);
    if (!text.is_visible && !text.is_kernel) function->setLinkage(GlobalValue::InternalLinkage);
  }
  function->addFnAttr(Attribute::Convergent);
  function->addFnAttr(Attribute::NoUnwind);
  if (text.is_kernel) function->setCallingConv(CallingConv::PTX_Kernel);
  if (!runtime_function_type(context, text.name)) add_by_value(*function, text.signature);
  if (text.most_threads[0] != 0) {
    function->addFnAttr("nvvm.maxntid", numbers(text.most_threads));
  }
  if (text.least_blocks != 0) {
    function->addFnAttr("nvvm.minctasm", std::to_string(text.least_blocks));
  }
  return {};
}

Constant* ModuleSymbols::address(const Initial& initial, std::optional<Complaint>& complaint) {
  auto* target = find(initial.symbol);
  if (!target) {
    complaint = Complaint{initial.at, "unknown symbol '" + initial.symbol + "'"};
    return nullptr;
  }
  auto* pointer = PointerType::get(module_.getContext(), 0);
  Constant* value = ConstantExpr::getAddrSpaceCast(target, pointer);
  if (target->getAddressSpace() == 0) value = target;
  if (initial.bits == 0) return value;
  auto* offset = ConstantInt::get(LlvmType::getInt64Ty(module_.getContext()), initial.bits);
  return ConstantExpr::getGetElementPtr(LlvmType::getInt8Ty(module_.getContext()), value,
                                        ArrayRef<Constant*>{offset});
}

// Numbers become bytes; where there are addresses, a struct of bytes and pointers.
std::optional<Complaint> ModuleSymbols::initialise(const Variable& variable,
                                                   GlobalVariable& global) {
  auto& context = module_.getContext();
  std::optional<Complaint> complaint;
  std::vector<std::uint8_t> bytes(variable.bytes());
  std::map<std::uint64_t, Constant*> addresses;
  std::uint64_t at = 0;
  const unsigned unit = std::max(1u, variable.type.bits / 8);
  for (const Initial& initial : variable.initial) {
    if (initial.symbol.empty()) {
      for (unsigned k = 0; k < unit && k < 8; ++k) {
        bytes[at + k] = static_cast<std::uint8_t>(initial.bits >> (8 * k));
      }
    } else if (initial.is_byte ? unit == 1 : unit == 8) {
      // The first of eight bytes stands for all of them.
      if (initial.mask_shift == 0) {
        if (at + 8 > bytes.size()) return Complaint{initial.at, "no room for an address"};
        addresses[at] = address(initial, complaint);
        if (complaint) return complaint;
      }
    } else {
      return Complaint{initial.at, "an address needs 64 bits"};
    }
    at += unit;
  }
  if (addresses.empty() && !variable.is_array && variable.vector == 1) {
    std::uint64_t value = 0;
    for (unsigned k = 0; k < unit && k < 8; ++k) value |= std::uint64_t{bytes[k]} << (8 * k);
    global.setInitializer(ConstantInt::get(global.getValueType(), value));
    return {};
  }
  if (addresses.empty()) {
    global.setInitializer(ConstantDataArray::get(context, bytes));
    return {};
  }
  SmallVector<Constant*, 16> parts;
  std::uint64_t done = 0;
  const auto add_bytes = [&](std::uint64_t end) {
    if (end > done)
      parts.push_back(ConstantDataArray::get(context, ArrayRef(bytes).slice(done, end - done)));
  };
  for (const auto& [offset, value] : addresses) {
    add_bytes(offset);
    parts.push_back(value);
    done = offset + 8;
  }
  add_bytes(bytes.size());
  auto* all = ConstantStruct::getAnon(context, parts, true);
  auto* typed = new GlobalVariable(module_, all->getType(), false, global.getLinkage(), all, "",
                                   &global, GlobalValue::NotThreadLocal, global.getAddressSpace());
  typed->setAlignment(global.getAlign());
  typed->setExternallyInitialized(global.isExternallyInitialized());
  global.replaceAllUsesWith(typed);
  typed->takeName(&global);
  names_[variable.name] = typed;
  global.eraseFromParent();  // declare() does not come back to it
  return {};
}

}  // namespace heddle::ptx
