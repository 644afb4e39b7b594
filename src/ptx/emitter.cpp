// SPDX-License-Identifier: Apache-2.0
#include "ptx/emitter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "ptx/special_registers.h"

namespace heddle::ptx {

using namespace llvm;

namespace {
constexpr unsigned kSharedSpace = 3;
}

bool Emitter::take(StringRef name) {
  auto* found = find(modifiers_, name);
  if (found == modifiers_.end()) return false;
  modifiers_.erase(found);
  return true;
}

StringRef Emitter::take_any(ArrayRef<StringRef> names) {
  for (auto* it = modifiers_.begin(); it != modifiers_.end(); ++it) {
    const auto* found = find(names, StringRef(*it));
    if (found == names.end()) continue;
    modifiers_.erase(it);
    return *found;
  }
  return {};
}

StringRef Emitter::need_any(ArrayRef<StringRef> names) {
  const auto found = take_any(names);
  if (found.empty()) fail("one of ." + join(names, ", .") + " is missing");
  return found.empty() ? names.front() : found;
}

bool Emitter::take_prefix(StringRef prefix) {
  auto* found =
      find_if(modifiers_, [&](const auto& name) { return StringRef(name).starts_with(prefix); });
  if (found == modifiers_.end()) return false;
  modifiers_.erase(found);
  return true;
}

std::optional<Type> Emitter::take_type() {
  for (auto* it = modifiers_.begin(); it != modifiers_.end(); ++it) {
    if (const auto type = parse_type(*it)) {
      modifiers_.erase(it);
      return type;
    }
  }
  return {};
}

Type Emitter::need_type() {
  if (const auto type = take_type()) return *type;
  fail("a type is missing");
  return {};
}

const Operand& Emitter::operand(unsigned k) {
  static const Operand none{Operand::Kind::kSink};
  if (k < i_.operands.size()) return i_.operands[k];
  fail("an operand is missing");
  return none;
}

void Emitter::expect_operands(unsigned least, unsigned most) {
  if (count() < least || count() > most) fail("wrong number of operands");
}

llvm::Type* Emitter::llvm_type(Type type) const {
  if (type.is_half()) {
    auto* half = type.is_brain ? b.getBFloatTy() : b.getHalfTy();
    return type.is_packed ? static_cast<llvm::Type*>(FixedVectorType::get(half, 2)) : half;
  }
  if (type.is_float()) return type.bits == 32 ? b.getFloatTy() : b.getDoubleTy();
  return b.getIntNTy(type.bits);
}

unsigned Emitter::width(const Operand& operand) const {
  switch (operand.kind) {
    case Operand::Kind::kRegister:
      return statement_.program.registers[operand.index].bits;
    case Operand::Kind::kArgument: {
      if (operand.index >= statement_.arguments.size()) return 0;
      const auto& argument = statement_.arguments[operand.index];
      if (argument.constant) return 0;
      return argument.slot ? argument.slot->getAllocatedType()->getIntegerBitWidth()
                           : argument.value->getType()->getIntegerBitWidth();
    }
    default:
      return 0;  // fits what is asked for
  }
}

Value* Emitter::fit(Value* bits, Type type, bool narrows, StringRef what) {
  const auto has = bits->getType()->getIntegerBitWidth();
  if (has != type.bits && !(narrows && has > type.bits && !type.is_predicate())) {
    fail(what + " of " + Twine(has) + " bits where " + Twine(type.bits) + " are needed");
    return PoisonValue::get(llvm_type(type));
  }
  bits = b.CreateTrunc(bits, b.getIntNTy(type.bits));
  return b.CreateBitCast(bits, llvm_type(type));
}

Value* Emitter::read(const Operand& operand, Type type, bool narrows) {
  using Kind = Operand::Kind;
  auto* wanted = llvm_type(type);
  Value* result = PoisonValue::get(wanted);
  switch (operand.kind) {
    case Kind::kRegister: {
      auto* slot = statement_.registers[operand.index];
      result = fit(b.CreateLoad(slot->getAllocatedType(), slot), type, narrows, "a register");
      break;
    }
    case Kind::kArgument: {
      if (operand.index >= statement_.arguments.size()) {
        fail("operand %" + Twine(operand.index) + " does not exist");
        break;
      }
      const auto& argument = statement_.arguments[operand.index];
      if (argument.constant) {
        if (!argument.value->getType()->isIntegerTy()) {
          result = b.CreateBitCast(argument.value, wanted);
        } else {
          result =
              b.CreateBitCast(b.CreateSExtOrTrunc(argument.value, b.getIntNTy(type.bits)), wanted);
        }
        break;
      }
      auto* bits = argument.slot ? b.CreateLoad(argument.slot->getAllocatedType(), argument.slot)
                                 : argument.value;
      const auto name = ("operand %" + Twine(operand.index)).str();
      result = fit(bits, type, narrows, name);
      break;
    }
    case Kind::kSpecial:
      result = special(operand, type);
      break;
    case Kind::kInteger:
      if (type.is_float()) {
        fail("an integer constant where a floating-point one is needed");
      } else if (type.bits == 128) {
        result = ConstantInt::get(wanted, APInt(128, operand.bits, true, true));
      } else {
        result = ConstantInt::get(wanted, APInt(64, operand.bits).zextOrTrunc(type.bits));
      }
      break;
    case Kind::kSingle:
      if (type.bits != 32)
        fail("a constant of 32 bits where more or less are needed");
      else
        result = b.CreateBitCast(b.getInt32(operand.bits), wanted);
      break;
    case Kind::kDouble:
      if (type.bits == 32 && type.is_float()) {
        const auto value = bit_cast<double>(operand.bits);
        result = ConstantFP::get(wanted, value);
      } else if (type.bits == 64) {
        result = b.CreateBitCast(b.getInt64(operand.bits), wanted);
      } else {
        fail("a constant of 64 bits where more or less are needed");
      }
      break;
    case Kind::kVector: {
      // {a, b}: the first is the least significant.
      const auto parts = static_cast<unsigned>(operand.parts.size());
      const Type part{Type::Kind::kBits, type.bits / parts};
      Value* bits = ConstantInt::get(b.getIntNTy(type.bits), 0);
      for (unsigned k = 0; k < parts; ++k) {
        auto* wide = b.CreateZExt(read(operand.parts[k], part), bits->getType());
        bits = b.CreateOr(bits, b.CreateShl(wide, k * part.bits));
      }
      result = b.CreateBitCast(bits, wanted);
      break;
    }
    case Kind::kVariable:
    case Kind::kSymbol:
      if (auto* pointer = place(operand)) {
        if (type.bits != 64 && type.bits != 32) fail("an address in " + Twine(type.bits) + " bits");
        result =
            b.CreateBitCast(b.CreateTrunc(address_bits(pointer), b.getIntNTy(type.bits)), wanted);
      }
      break;
    default:
      fail("an operand of the wrong kind");
  }
  if (operand.negated) {
    if (!type.is_predicate())
      fail("'!' before what is no predicate");
    else
      result = b.CreateNot(result);
  }
  return result;
}

Value* Emitter::place(const Operand& operand) {
  Value* pointer = nullptr;
  if (operand.kind == Operand::Kind::kVariable) {
    pointer = statement_.variables[operand.index];
  } else if (operand.kind == Operand::Kind::kSymbol) {
    pointer = statement_.symbol ? statement_.symbol(operand.name) : nullptr;
  } else {
    return nullptr;
  }
  if (!pointer) {
    fail("unknown register or symbol '" + Twine(operand.name) + "'");
    return nullptr;
  }
  if (operand.bits) pointer = b.CreateGEP(b.getInt8Ty(), pointer, b.getInt64(operand.bits));
  return pointer;
}

Value* Emitter::address_bits(Value* pointer) {
  auto* address = b.CreatePtrToInt(b.CreateAddrSpaceCast(pointer, b.getPtrTy()), b.getInt64Ty());
  if (pointer->getType()->getPointerAddressSpace() != kSharedSpace) return address;
  auto* base = b.CreateAddrSpaceCast(shared_base(), b.getPtrTy());
  return b.CreateSub(address, b.CreatePtrToInt(base, b.getInt64Ty()));
}

Value* Emitter::special(const Operand& operand, Type type) {
  auto* value = read_special_register(*this, operand.name);
  if (!value) {
    fail("unknown register '" + Twine(operand.name) + "'");
    return PoisonValue::get(llvm_type(type));
  }
  // Old code reads registers of 32 bits as 16, and the other way round.
  return b.CreateBitCast(b.CreateZExtOrTrunc(value, b.getIntNTy(type.bits)), llvm_type(type));
}

void Emitter::write(const Operand& operand, Value* value) {
  using Kind = Operand::Kind;
  auto* type = value->getType();
  const auto bits = static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  value = b.CreateBitCast(value, b.getIntNTy(bits));
  AllocaInst* slot = nullptr;
  switch (operand.kind) {
    case Kind::kSink:
      return;
    case Kind::kRegister:
      slot = statement_.registers[operand.index];
      break;
    case Kind::kArgument:
      if (operand.index < statement_.arguments.size()) {
        slot = statement_.arguments[operand.index].slot;
      }
      if (!slot) return fail("operand %" + Twine(operand.index) + " is no result");
      break;
    case Kind::kVector: {
      const auto parts = static_cast<unsigned>(operand.parts.size());
      for (unsigned k = 0; k < parts; ++k) {
        auto* part =
            b.CreateTrunc(b.CreateLShr(value, k * (bits / parts)), b.getIntNTy(bits / parts));
        write(operand.parts[k], part);
      }
      return;
    }
    default:
      return fail("a result that is no register");
  }
  const auto has = slot->getAllocatedType()->getIntegerBitWidth();
  if (has != bits) {
    return fail("a result of " + Twine(bits) + " bits in a register of " + Twine(has));
  }
  b.CreateStore(value, slot);
}

void Emitter::write_extended(const Operand& operand, Value* value, Type type) {
  const auto has = width(operand);
  if (operand.kind == Operand::Kind::kSink || has <= type.bits) return write(operand, value);
  auto* bits = b.CreateBitCast(value, b.getIntNTy(type.bits));
  auto* wide = b.getIntNTy(has);
  write(operand, type.is_signed() ? b.CreateSExt(bits, wide) : b.CreateZExt(bits, wide));
}

std::optional<std::uint64_t> Emitter::constant(unsigned k) {
  const auto& from = operand(k);
  if (from.kind == Operand::Kind::kInteger) return from.bits;
  if (from.kind == Operand::Kind::kArgument && from.index < statement_.arguments.size()) {
    const auto* value = dyn_cast_or_null<ConstantInt>(statement_.arguments[from.index].value);
    if (value && !statement_.arguments[from.index].slot) return value->getZExtValue();
  }
  return {};
}

CallInst* Emitter::intrinsic(Intrinsic::ID id, ArrayRef<Value*> arguments,
                             ArrayRef<llvm::Type*> overloads) {
  auto* callee = Intrinsic::getOrInsertDeclaration(&module(), id, overloads);
  return b.CreateCall(callee, arguments);
}

Value* Emitter::library(const Twine& name, llvm::Type* result, ArrayRef<Value*> arguments) {
  SmallVector<llvm::Type*, 4> types;
  for (auto* argument : arguments) types.push_back(argument->getType());
  auto* type = FunctionType::get(result, types, false);
  return b.CreateCall(module().getOrInsertFunction(name.str(), type), arguments);
}

Value* Emitter::shared_base() {
  auto* pointer = PointerType::get(b.getContext(), kSharedSpace);
  auto callee = module().getOrInsertFunction(kSharedBase, FunctionType::get(pointer, false));
  auto* function = cast<Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  return b.CreateCall(callee);
}

BasicBlock* Emitter::new_block(const Twine& name) {
  auto* after = b.GetInsertBlock();
  return BasicBlock::Create(b.getContext(), name, after->getParent(), after->getNextNode());
}

void Emitter::fail(const Twine& why) {
  if (error_.empty()) error_ = why.str();
}

void Emitter::finish() {
  if (modifiers_.empty()) return;
  fail("unknown modifier '." + Twine(modifiers_.front()) + "' of '" + i_.opcode + "'");
}

}  // namespace heddle::ptx
