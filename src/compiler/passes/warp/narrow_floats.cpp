// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/narrow_floats.h"

#include "compiler/passes/analyses.h"
#include "compiler/passes/warp/narrow_formats.h"
#include "compiler/passes/warp/narrow_moves.h"
#include "llvm/CodeGen/AtomicExpandUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool has_feature(const TargetMachine& machine, StringRef feature) {
  return machine.getMCSubtargetInfo()->checkFeatures(feature);
}

bool is_narrow(const Type* type, bool native_half) {
  const auto* element = type->getScalarType();
  return element->isBFloatTy() || (element->isHalfTy() && !native_half);
}

// Intrinsics that compute; the others (masked loads, ...) move bits.
bool computes(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::sqrt:
    case Intrinsic::fabs:
    case Intrinsic::copysign:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::round:
    case Intrinsic::roundeven:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::minimum:
    case Intrinsic::maximum:
    case Intrinsic::minimumnum:
    case Intrinsic::maximumnum:
    case Intrinsic::canonicalize:
    case Intrinsic::exp2:
    case Intrinsic::ldexp:
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
    case Intrinsic::vector_reduce_fadd:
    case Intrinsic::vector_reduce_fmul:
    case Intrinsic::vector_reduce_fmin:
    case Intrinsic::vector_reduce_fmax:
      return true;
    default:
      return false;
  }
}

bool may_make_nan(const Instruction& i) {
  if (isa<BinaryOperator, FPTruncInst>(i)) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  const auto id = call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
  return computes(id) && id != Intrinsic::fabs && id != Intrinsic::copysign;
}

class NarrowFloats {
 public:
  NarrowFloats(Function& function, const TargetMachine& machine)
      : function_(function),
        native_half_(has_native_half(machine)),
        b_(function.getContext()),
        as_(b_, has_feature(machine, "+f16c"), has_feature(machine, "+fma"), FmaToOdd(machine)) {}

  bool run() {
    const bool atomics = expand_atomics();
    const bool casts = cast_through_integers();
    SmallVector<Instruction*, 32> all;
    for (auto& instruction : instructions(function_)) {
      if (computes_in_narrow_floats(instruction, native_half_)) all.push_back(&instruction);
    }
    for (auto* instruction : all) {
      b_.SetInsertPoint(instruction);
      auto* result = lower(*instruction);
      result->takeName(instruction);
      instruction->replaceAllUsesWith(result);
      instruction->eraseFromParent();
    }
    const bool native = native_half_ && as_a_gpu();
    const bool moves =
        move_as_integers(function_, [&](const Type* t) { return is_narrow(t, native_half_); });
    return cast_directly() || atomics || casts || native || moves || !all.empty();
  }

 private:
  bool narrow(const Value* value) const { return is_narrow(value->getType(), native_half_); }
  Value* wide(Value* value) { return narrow(value) ? as_.widen(value) : value; }

  // Bits that are cast to a narrow format and back would be kept as floats from block to block, and
  // taken out of them by a function that nobody defines.
  bool cast_directly() {
    SmallVector<std::pair<BitCastInst*, BitCastInst*>, 16> casts;
    for (auto& i : instructions(function_)) {
      auto* back = dyn_cast<BitCastInst>(&i);
      auto* there = back ? dyn_cast<BitCastInst>(back->getOperand(0)) : nullptr;
      if (there && narrow(there) && !narrow(there->getOperand(0)) && !narrow(back)) {
        casts.emplace_back(there, back);
      }
    }
    for (auto [there, back] : casts) {
      b_.SetInsertPoint(back);
      back->replaceAllUsesWith(b_.CreateBitCast(there->getOperand(0), back->getType()));
      back->eraseFromParent();
    }
    return !casts.empty();
  }

  // Between half and bfloat LLVM converts to float and back, by a function that nobody defines.
  bool cast_through_integers() {
    const auto is_16_bit_float = [](const Type* type) {
      return type->getScalarType()->isHalfTy() || type->getScalarType()->isBFloatTy();
    };
    bool changed = false;
    for (auto& i : instructions(function_)) {
      if (!isa<BitCastInst>(i) || !is_16_bit_float(i.getType()) ||
          !is_16_bit_float(i.getOperand(0)->getType())) {
        continue;
      }
      b_.SetInsertPoint(&i);
      i.setOperand(0,
                   b_.CreateBitCast(i.getOperand(0), i.getType()->getWithNewType(b_.getInt16Ty())));
      changed = true;
    }
    return changed;
  }

  bool expand_atomics() {
    SmallVector<AtomicRMWInst*, 4> all;
    for (auto& instruction : instructions(function_)) {
      auto* rmw = dyn_cast<AtomicRMWInst>(&instruction);
      if (rmw && narrow(rmw) && rmw->isFloatingPointOperation()) all.push_back(rmw);
    }
    for (auto* rmw : all) {
      expandAtomicRMWToCmpXchg(
          rmw, [](IRBuilderBase& b, Value* address, Value* loaded, Value* fresh, Align align,
                  AtomicOrdering order, SyncScope::ID scope, Value*& success, Value*& now,
                  Instruction*) {
            auto* word = b.getIntNTy(loaded->getType()->getScalarSizeInBits());
            auto* pair = b.CreateAtomicCmpXchg(
                address, b.CreateBitCast(loaded, word), b.CreateBitCast(fresh, word), align, order,
                AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
            success = b.CreateExtractValue(pair, 1);
            now = b.CreateBitCast(b.CreateExtractValue(pair, 0), loaded->getType());
          });
    }
    return !all.empty();
  }

  // What the CPU computes in half has the bits of a GPU's result: 0x7fff for what is not a number,
  // and a double that becomes a float and then a half is rounded twice.
  bool as_a_gpu() {
    SmallVector<Instruction*, 32> all;
    for (auto& i : instructions(function_)) {
      if (i.getType()->getScalarType()->isHalfTy() && may_make_nan(i)) all.push_back(&i);
    }
    for (auto* i : all) {
      if (isa<FPTruncInst>(i)) i->setHasAllowContract(false);
      b_.SetInsertPoint(i->getNextNode());
      auto* nan = b_.CreateFCmpUNO(i, i);
      auto* canonical =
          ConstantInt::get(with_element(i->getType(), b_.getInt16Ty()), kCanonicalNan);
      auto* result = b_.CreateSelect(nan, b_.CreateBitCast(canonical, i->getType()), i);
      i->replaceUsesWithIf(
          result, [&](const Use& use) { return use.getUser() != nan && use.getUser() != result; });
    }
    return !all.empty();
  }

  Value* lower(Instruction& i) {
    auto* type = i.getType();
    if (isa<UnaryOperator>(i)) return change_sign(i.getOperand(0), Instruction::Xor);
    if (auto* operation = dyn_cast<BinaryOperator>(&i)) {
      return as_.narrow(
          b_.CreateBinOp(operation->getOpcode(), wide(i.getOperand(0)), wide(i.getOperand(1))),
          type);
    }
    if (auto* compare = dyn_cast<FCmpInst>(&i)) {
      return b_.CreateFCmp(compare->getPredicate(), wide(i.getOperand(0)), wide(i.getOperand(1)));
    }
    if (auto* conversion = dyn_cast<CastInst>(&i)) return cast(*conversion);
    return intrinsic(llvm::cast<IntrinsicInst>(i));
  }

  Value* cast(CastInst& i) {
    auto *type = i.getType(), *from = i.getOperand(0)->getType();
    if (!is_narrow(type, native_half_)) {
      return b_.CreateCast(type->isFPOrFPVectorTy() ? Instruction::FPExt : i.getOpcode(),
                           as_.widen(i.getOperand(0)), type);
    }
    if (isa<SIToFPInst, UIToFPInst>(i)) {
      return as_.narrow(as_.from_integer(i.getOperand(0), isa<SIToFPInst>(i)), type);
    }
    const bool from_double = from->getScalarType()->isDoubleTy();
    return as_.narrow(from_double ? as_.to_odd(i.getOperand(0)) : i.getOperand(0), type);
  }

  Value* change_sign(Value* value, Instruction::BinaryOps how) {
    auto* words = with_element(value->getType(), b_.getInt16Ty());
    auto* mask = ConstantInt::get(words, how == Instruction::Xor ? 0x8000 : 0x7fff);
    auto* result = b_.CreateBinOp(how, b_.CreateBitCast(value, words), mask);
    return b_.CreateBitCast(result, value->getType());
  }

  Value* intrinsic(IntrinsicInst& i) {
    const auto id = i.getIntrinsicID();
    if (id == Intrinsic::fabs) return change_sign(i.getArgOperand(0), Instruction::And);
    if (id == Intrinsic::fma || id == Intrinsic::fmuladd) {
      return as_.fma(i.getArgOperand(0), i.getArgOperand(1), i.getArgOperand(2));
    }
    SmallVector<Type*, 3> types;
    Intrinsic::getIntrinsicSignature(i.getCalledFunction(), types);
    for (auto*& type : types) {
      if (is_narrow(type, native_half_)) type = with_element(type, b_.getFloatTy());
    }
    SmallVector<Value*, 3> arguments;
    for (Value* argument : i.args()) arguments.push_back(wide(argument));
    auto* result = b_.CreateIntrinsic(id, types, arguments);
    if (id == Intrinsic::vector_reduce_fadd || id == Intrinsic::vector_reduce_fmul) {
      result->copyFastMathFlags(&i);
    }
    return narrow(&i) ? as_.narrow(result, i.getType()) : result;
  }

  Function& function_;
  bool native_half_;
  IRBuilder<> b_;
  NarrowFormats as_;
};

}  // namespace

bool has_native_half(const TargetMachine& machine) {
  return has_feature(machine, "+avx512fp16");
}

bool computes_in_narrow_floats(const Instruction& i, bool native_half) {
  const auto narrow = [&](const Value* value) { return is_narrow(value->getType(), native_half); };
  if (!narrow(&i) && none_of(i.operands(), narrow)) return false;
  if (isa<BitCastInst>(i)) return false;
  if (isa<UnaryOperator, BinaryOperator, FCmpInst, CastInst>(i)) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  return call && computes(call->getIntrinsicID());
}

unsigned narrow_floats(Compilation& c) {
  Analyses analyses(*c.machine);
  unsigned changed = 0;
  for (auto& function : *c.module) {
    if (function.isDeclaration() || !NarrowFloats(function, *c.machine).run()) continue;
    // What two operations read was widened twice, and bits were cast back and forth.
    EarlyCSEPass().run(function, analyses.functions);
    ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
