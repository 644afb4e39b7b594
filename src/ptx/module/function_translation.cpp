// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/function_translation.h"

#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "ptx/emit_instruction.h"
#include "ptx/promote_slots.h"
#include "ptx/shared_addresses.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

// From so many on, mem2reg is too slow for them (promote_slots.h).
constexpr std::size_t kManySlots = 1000;

constexpr Row kCall = {"call", nullptr, ""}, kReturn = {"ret", nullptr, ""},
              kTable = {"brx", nullptr, ""};

void mark_registers(const Operand& operand, std::vector<bool>& used) {
  if (operand.kind == Operand::Kind::kRegister) used[operand.index] = true;
  for (const Operand& part : operand.parts) mark_registers(part, used);
}

// Between what travels in PTX, bits, and what a function of the runtime takes.
Value* as_type(IRBuilder<>& b, Value* value, llvm::Type* wanted) {
  auto* type = value->getType();
  if (type == wanted) return value;
  if (wanted->isPointerTy()) return b.CreateIntToPtr(value, wanted);
  if (type->isPointerTy()) return b.CreatePtrToInt(value, wanted);
  return b.CreateBitCast(value, wanted);
}

Align align_of(const Value* place) {
  const auto* slot = dyn_cast<AllocaInst>(place);
  return slot ? slot->getAlign() : Align(1);
}

}  // namespace

FunctionTranslation::FunctionTranslation(ModuleSymbols& symbols, const FunctionText& text,
                                         Function& function, PlaceOf place_of)
    : symbols_(symbols),
      text_(text),
      function_(function),
      place_of_(std::move(place_of)),
      b_(BasicBlock::Create(function.getContext(), "entry", &function)) {
  statement_.is_module = true;
  statement_.is_volatile = false;
  statement_.symbol = [this](StringRef name) -> Value* { return symbols_.find(name); };
}

AllocaInst* FunctionTranslation::slot(llvm::Type* type, Align align) {
  auto& entry = function_.getEntryBlock();
  IRBuilder<> at(&entry, entry.begin());
  auto* made = at.CreateAlloca(type);
  made->setAlignment(align);
  slots_.push_back(made);
  return made;
}

Value* FunctionTranslation::variable_place(const Variable& variable) {
  switch (variable.space) {
    case Space::kRegister:
      return nullptr;
    case Space::kLocal:
    case Space::kParameter:
      return slot(memory_type(b_.getContext(), variable), Align(variable.alignment()));
    default:
      break;
  }
  // Of this function only, or of the module where it is .extern.
  if (variable.is_external) {
    if (auto* known = symbols_.find(variable.name)) return known;
  }
  return symbols_.add_variable(variable, function_.getName().str() + "." + variable.name);
}

void FunctionTranslation::make_slots() {
  const auto& program = text_.body.program;
  std::vector<bool> used(program.registers.size());
  for (const Instruction& i : program.instructions) {
    if (i.guard) mark_registers(*i.guard, used);
    for (const Operand& operand : i.operands) mark_registers(operand, used);
  }
  statement_.registers.assign(program.registers.size(), nullptr);
  const auto make_register = [&](std::size_t k) {
    auto* type = b_.getIntNTy(program.registers[k].bits);
    if (!statement_.registers[k])
      statement_.registers[k] =
          slot(type, Align(type->getBitWidth() <= 8 ? 1 : type->getBitWidth() / 8));
  };
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (used[k]) make_register(k);
  }
  statement_.carry = slot(b_.getInt1Ty(), Align(1));
  // Parameters, then results, are the first variables, and the first registers where they are such.
  const std::size_t parameters = text_.signature.parameters.size();
  std::size_t registers = 0;
  for (std::size_t k = 0; k < text_.body.variables.size(); ++k) {
    const Variable& variable = text_.body.variables[k];
    if (k < parameters && variable.is_array) {
      statement_.variables.push_back(function_.getArg(static_cast<unsigned>(k)));
      continue;
    }
    Value* place = variable_place(variable);
    const bool is_signature = k < parameters + text_.signature.results.size();
    if (is_signature && variable.space == Space::kRegister) {
      make_register(registers);
      place = statement_.registers[registers++];
    }
    statement_.variables.push_back(place);
    if (k < parameters) b_.CreateStore(function_.getArg(static_cast<unsigned>(k)), place);
    if (k == parameters && is_signature) result_ = place;
  }
}

std::optional<Complaint> FunctionTranslation::run() {
  statement_.program.registers = text_.body.program.registers;
  statement_.program.labels = text_.body.program.labels;
  make_slots();
  for (std::size_t k = 0; k < statement_.program.labels.size(); ++k) {
    statement_.labels.push_back(BasicBlock::Create(b_.getContext(), "label", &function_));
  }
  // Labels by where they stand: functions have thousands.
  std::multimap<std::size_t, unsigned> at;
  for (unsigned k = 0; k < statement_.program.labels.size(); ++k) {
    at.emplace(statement_.program.labels[k], k);
  }
  const auto enter = [&](std::size_t position) {
    for (auto [it, end] = at.equal_range(position); it != end; ++it) {
      auto* label = statement_.labels[it->second];
      b_.CreateBr(label);
      b_.SetInsertPoint(label);
    }
  };
  const auto& instructions = text_.body.program.instructions;
  for (std::size_t k = 0; k < instructions.size(); ++k) {
    enter(k);
    if (const auto line = text_.body.lines.find(k); line != text_.body.lines.end()) {
      b_.SetCurrentDebugLocation(place_of_(line->second));
    }
    const auto why = instruction(instructions[k]);
    if (!why.empty()) return Complaint{instructions[k].at, why};
  }
  enter(instructions.size());
  // A body without an end returns.
  Instruction end;
  end.opcode = "ret";
  const auto why = instruction(end);
  if (!why.empty()) return Complaint{text_.at, why};
  b_.CreateUnreachable();
  promote();
  return {};
}

std::string FunctionTranslation::instruction(const Instruction& i) {
  if (i.opcode == "call") {
    return emit_guarded(b_, statement_, i, kCall, [&](Emitter& e) { call(e); });
  }
  if (i.opcode == "ret" || (i.opcode == "exit" && text_.is_kernel)) {
    return emit_guarded(b_, statement_, i, kReturn, [&](Emitter& e) { leave(e); });
  }
  if (i.opcode == "brx") {
    return emit_guarded(b_, statement_, i, kTable, [&](Emitter& e) { jump_by_table(e); });
  }
  return emit_instruction(b_, statement_, i);
}

void FunctionTranslation::leave(Emitter& e) {
  e.take("uni");
  e.expect_operands(0, 0);
  auto* type = function_.getReturnType();
  auto* behind = e.new_block("behind");
  if (type->isVoidTy()) {
    b_.CreateRetVoid();
  } else {
    b_.CreateRet(b_.CreateAlignedLoad(type, result_, align_of(result_)));
  }
  b_.SetInsertPoint(behind);
}

// brx.idx index, targets;
void FunctionTranslation::jump_by_table(Emitter& e) {
  e.take("uni");
  e.need_any({"idx"});
  e.expect_operands(2, 2);
  const auto targets = text_.body.branch_targets.find(e.operand(1).name);
  if (targets == text_.body.branch_targets.end()) {
    return e.fail("unknown table of labels '" + Twine(e.operand(1).name) + "'");
  }
  auto* index = e.in(0, {Type::Kind::kUnsigned, 32});
  auto* behind = e.new_block("behind");
  auto* jump = b_.CreateSwitch(index, behind, static_cast<unsigned>(targets->second.size()));
  std::uint32_t number = 0;
  for (const unsigned label : targets->second) {
    jump->addCase(b_.getInt32(number++), statement_.labels[label]);
  }
  b_.SetInsertPoint(behind);
  b_.CreateUnreachable();  // the index is one of the table's
  b_.SetInsertPoint(e.new_block("behind"));
}

Value* FunctionTranslation::argument(Emitter& e, const Operand& operand, const Variable& parameter,
                                     llvm::Type* wanted) {
  auto* place = operand.kind == Operand::Kind::kVariable ? e.place(operand) : nullptr;
  if (place) {
    if (parameter.is_array) return place;
    const auto& given = text_.body.variables[operand.index];
    if (given.bytes() != parameter.bytes()) e.fail("'" + Twine(given.name) + "' has another size");
    auto* type = value_type(b_.getContext(), parameter);
    auto* value = b_.CreateAlignedLoad(type, place, align_of(place));
    return as_type(b_, value, wanted);
  }
  if (parameter.is_array) {
    e.fail("a variable of .param is needed");
    return PoisonValue::get(wanted);
  }
  auto* value = e.read(operand, {Type::Kind::kBits, std::max(8u, parameter.type.bits)}, true);
  return as_type(b_, value, wanted);
}

void FunctionTranslation::store_result(Emitter& e, const Operand& operand, Value* result) {
  if (!result->getType()->isAggregateType()) {
    const auto& layout = function_.getDataLayout();
    const auto bits = static_cast<unsigned>(layout.getTypeSizeInBits(result->getType()));
    result = as_type(b_, result, b_.getIntNTy(bits));
  }
  if (operand.kind != Operand::Kind::kVariable) return e.write(operand, result);
  auto* place = e.place(operand);
  if (!place) return;
  const auto& layout = function_.getDataLayout();
  if (layout.getTypeStoreSize(result->getType()) != text_.body.variables[operand.index].bytes()) {
    return e.fail("the result has another size");
  }
  b_.CreateAlignedStore(result, place, align_of(place));
}

// call{.uni} {(result),} function {, (arguments)} {, prototype};
void FunctionTranslation::call(Emitter& e) {
  e.take("uni");
  using Kind = Operand::Kind;
  unsigned next = 0;
  const Operand* result = nullptr;
  if (e.operand(next).kind == Kind::kList) result = &e.operand(next++);
  const Operand& callee = e.operand(next++);
  std::vector<Operand> none;
  const std::vector<Operand>* arguments = &none;
  if (next < e.count() && e.operand(next).kind == Kind::kList) arguments = &e.operand(next++).parts;
  FunctionType* type = nullptr;
  Value* target = nullptr;
  const Signature* signature = nullptr;
  if (callee.kind == Kind::kSymbol) {
    auto* function = dyn_cast_or_null<Function>(symbols_.find(callee.name));
    if (!function) return e.fail("unknown function '" + Twine(callee.name) + "'");
    if (function->getCallingConv() == CallingConv::PTX_Kernel) {
      return e.fail("'" + Twine(callee.name) + "' is a kernel");
    }
    target = function;
    type = function->getFunctionType();
    signature = symbols_.signature(callee.name);
  } else {
    if (next >= e.count()) return e.fail("a call through a register needs a prototype");
    const auto found = text_.body.prototypes.find(e.operand(next++).name);
    if (found == text_.body.prototypes.end()) return e.fail("unknown prototype");
    signature = &found->second;
    type = function_type(b_.getContext(), *signature);
    target = b_.CreateIntToPtr(e.read(callee, {Type::Kind::kBits, 64}), b_.getPtrTy());
  }
  if (!signature || arguments->size() != signature->parameters.size()) {
    return e.fail("the function takes another number of arguments");
  }
  if (result && (result->parts.size() != 1 || signature->results.empty())) {
    return e.fail("the function has another number of results");
  }
  SmallVector<Value*, 8> values;
  for (unsigned k = 0; k < arguments->size(); ++k) {
    values.push_back(argument(e, (*arguments)[k], signature->parameters[k], type->getParamType(k)));
  }
  auto* made = b_.CreateCall(type, target, values);
  made->addFnAttr(Attribute::Convergent);
  for (unsigned k = 0; k < arguments->size(); ++k) {
    const Variable& parameter = signature->parameters[k];
    if (!parameter.is_array) continue;
    auto& context = b_.getContext();
    made->addParamAttr(k, Attribute::getWithByValType(context, memory_type(context, parameter)));
    made->addParamAttr(k, Attribute::getWithAlignment(context, Align(parameter.alignment())));
  }
  if (result) store_result(e, result->parts.front(), made);
}

// Registers, and variables that are read and written whole, become values.
void FunctionTranslation::promote() {
  EliminateUnreachableBlocks(function_);
  DominatorTree dominators(function_);
  SmallVector<AllocaInst*, 64> simple;
  for (auto* each : slots_) {
    if (isAllocaPromotable(each)) simple.push_back(each);
  }
  if (simple.size() < kManySlots) {
    PromoteMemToReg(simple, dominators);
  } else if (const auto left = promote_slots(simple); !left.empty()) {
    PromoteMemToReg(left, dominators);
  }
  fold_shared_addresses(function_);
}

}  // namespace heddle::ptx
