// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/shadow/undefined_sources.h"

#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/warp_ops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

Flow flow_of_call(const CallInst& call) {
  if (pseudo::is(&call, pseudo::kProbeAdmit) || pseudo::is(&call, pseudo::kWeighed)) {
    return Flow::kMoved;
  }
  if (const auto* row = warp_op_row(call)) {
    return row->is_shuffle() ? Flow::kComputed : Flow::kNone;
  }
  if (is_matrix_op(call)) return Flow::kComputed;
  const auto* callee = call.getCalledFunction();
  if (!callee || call.isConvergent() || call.getType()->isVoidTy()) return Flow::kNone;
  if (callee->getName().starts_with("heddle.") || !callee->isDeclaration()) return Flow::kNone;
  switch (callee->getIntrinsicID()) {
    case Intrinsic::bswap:
    case Intrinsic::bitreverse:
      return Flow::kMoved;
    case Intrinsic::is_constant:
    case Intrinsic::objectsize:
      return Flow::kNone;
    default:
      return callee->doesNotAccessMemory() ? Flow::kComputed : Flow::kNone;
  }
}

bool is_mask(const Value* value) {
  const auto* i = dyn_cast<Instruction>(value);
  return i && (i->getOpcode() == Instruction::And || isa<TruncInst>(i));
}

// By a constant, of whole bytes or of a field that is masked before or afterwards; else it is a
// product or a quotient, of which something is computed.
bool moves_bits(const Instruction& i) {
  const auto opcode = i.getOpcode();
  if (opcode != Instruction::Shl && opcode != Instruction::LShr && opcode != Instruction::AShr) {
    return false;
  }
  const auto* by = dyn_cast<Constant>(i.getOperand(1));
  if (!by) return false;
  const auto* bits =
      dyn_cast_or_null<ConstantInt>(by->getType()->isVectorTy() ? by->getSplatValue() : by);
  if (!bits || bits->getValue().urem(8) == 0) return true;
  const auto* of = i.getOperand(0);
  const auto* wider = dyn_cast<ZExtInst>(of);
  const bool is_flag = wider && wider->getSrcTy()->isIntOrIntVectorTy(1);
  return is_flag || is_mask(of) || any_of(i.users(), is_mask);
}

}  // namespace

bool is_undefined(const Value* value) {
  const auto* constant = dyn_cast<Constant>(value);
  return constant && constant->containsUndefOrPoisonElement();
}

Flow flow_of(const Instruction& i) {
  if (const auto* call = dyn_cast<CallInst>(&i)) return flow_of_call(*call);
  if (const auto* cast = dyn_cast<CastInst>(&i)) {
    switch (cast->getOpcode()) {
      case Instruction::Trunc:
      case Instruction::ZExt:
      case Instruction::SExt:
      case Instruction::BitCast:
      case Instruction::PtrToInt:
      case Instruction::IntToPtr:
      case Instruction::AddrSpaceCast:
        return Flow::kMoved;
      default:
        return Flow::kComputed;
    }
  }
  if (isa<PHINode, SelectInst, FreezeInst, ExtractElementInst, InsertElementInst,
          ShuffleVectorInst>(i)) {
    return Flow::kMoved;
  }
  if (isa<ExtractValueInst>(i)) return Flow::kComputed;
  if (i.getOpcode() == Instruction::And || i.getOpcode() == Instruction::Or) return Flow::kMoved;
  if (moves_bits(i)) return Flow::kMoved;
  if (isa<BinaryOperator, UnaryOperator, CmpInst, GetElementPtrInst>(i)) return Flow::kComputed;
  return Flow::kNone;
}

UndefinedSources::UndefinedSources(Function& function,
                                   function_ref<std::optional<Fact>(const Instruction&)> source) {
  SetVector<const Instruction*> work;
  SmallPtrSet<const Instruction*, 32> given;
  const auto add_users = [&](const Value& value) {
    for (const auto* user : value.users()) {
      if (const auto* i = dyn_cast<Instruction>(user)) work.insert(i);
    }
  };
  for (const auto& i : instructions(function)) {
    if (const auto fact = source(i)) {
      facts_[&i] = *fact;
      given.insert(&i);
      add_users(i);
    } else if (any_of(i.operands(), [](const Use& use) { return is_undefined(use); })) {
      work.insert(&i);
    }
  }
  while (!work.empty()) {
    const auto* i = work.pop_back_val();
    if (given.contains(i)) continue;
    const auto fact = join(*i);
    auto& known = facts_[i];
    if (known == fact) continue;
    known = fact;
    add_users(*i);
  }
}

UndefinedSources::Fact UndefinedSources::of(const Value* value) const {
  if (is_undefined(value)) return {.moved = true};
  return facts_.lookup(value);
}

UndefinedSources::Fact UndefinedSources::join(const Instruction& i) const {
  const auto flow = flow_of(i);
  Fact result;
  if (flow == Flow::kNone) return result;
  for (const auto& use : i.operands()) {
    const auto fact = of(use);
    if (!fact.any()) continue;
    if (fact.many || (result.any() && result.source != fact.source)) result.many = true;
    if (!result.any()) result.source = fact.source;
    // What a condition chooses by an undefined value is made from it.
    const bool chooses = isa<SelectInst>(i) && use.getOperandNo() == 0;
    result.moved |= flow == Flow::kMoved && fact.moved && !chooses;
    result.computed |= flow == Flow::kComputed || fact.computed || chooses;
  }
  if (result.many) result.source = kNowhere;
  return result;
}

}  // namespace heddle::compiler
