// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/arithmetic.h"

#include <cmath>

#include "compiler/passes/scalar/safe_arithmetic.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Arithmetic;
using probes::NumberKind;

namespace {

// Results that are computed from one, before the question is given up.
constexpr std::size_t kMostResults = 24;

bool computes(const Instruction& i) {
  if (isa<BinaryOperator, UnaryOperator, CastInst, GetElementPtrInst, CmpInst>(i)) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  return call && call->doesNotAccessMemory();
}

// Whether the value decides something each time it is computed: it is stored, or it is an address,
// a condition, an argument, or a variable in the next round of a loop.
bool is_needed(const Instruction& result) {
  SmallVector<const Instruction*, 16> work{&result};
  SmallPtrSet<const Instruction*, 16> seen;
  for (std::size_t k = 0; k < work.size() && k < kMostResults; ++k) {
    for (const auto* user : work[k]->users()) {
      const auto* i = cast<Instruction>(user);
      if (isa<PHINode>(i)) return true;
      if (i->getParent() != result.getParent()) continue;
      if (const auto* select = dyn_cast<SelectInst>(i)) {
        if (select->getCondition() == work[k] && seen.insert(i).second) work.push_back(i);
        continue;
      }
      if (!computes(*i)) return true;
      if (seen.insert(i).second) work.push_back(i);
    }
  }
  return false;
}

class Questions {
 public:
  Questions(IRBuilderBase& b, Instruction& i) : b_(b), i_(i) {}

  SmallVector<ArithmeticQuestion, 2> take() {
    auto* type = i_.getType();
    if (type->isVectorTy()) return {};
    b_.SetInsertPoint(&i_);
    if (auto* op = dyn_cast<BinaryOperator>(&i_)) {
      type->isIntegerTy() ? integers(*op) : floats(*op);
    } else if (converts_to_integer(i_)) {
      conversion(converts_to_signed(i_));
    } else if (auto* call = dyn_cast<IntrinsicInst>(&i_)) {
      intrinsic(*call);
    }
    return std::move(questions_);
  }

 private:
  Value* word(Value* value) {
    auto* i64 = b_.getInt64Ty();
    if (value->getType()->isFloatingPointTy()) {
      value = b_.CreateFPExt(value, b_.getDoubleTy());
      return b_.CreateBitCast(value, i64);
    }
    return signed_ ? b_.CreateSExtOrTrunc(value, i64) : b_.CreateZExtOrTrunc(value, i64);
  }

  void ask(Arithmetic what, NumberKind number, Value* wrong, ArrayRef<Value*> operands,
           Instruction* before) {
    if (const auto* known = dyn_cast<ConstantInt>(wrong); known && known->isZero()) return;
    ArithmeticQuestion question{{}, before, wrong, {}};
    question.site.event = probes::Event::kArithmetic;
    question.site.operation = static_cast<std::uint32_t>(what);
    question.site.number = number;
    question.site.bytes = converts_to_integer(i_)
                              ? bits_of_conversion(i_) / 8
                              : static_cast<std::uint32_t>(
                                    i_.getType()->getPrimitiveSizeInBits().getFixedValue() / 8);
    signed_ = number == NumberKind::kSigned;
    for (auto* operand : operands) question.operands.push_back(word(operand));
    question.operands.resize(3, b_.getInt64(0));
    questions_.push_back(std::move(question));
  }

  void integers(BinaryOperator& op) {
    auto *a = op.getOperand(0), *b = op.getOperand(1);
    const auto bits = op.getType()->getIntegerBitWidth();
    switch (op.getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Mul:
        if (op.hasNoSignedWrap() && is_needed(op)) overflow(op, a, b, bits);
        return;
      case Instruction::SDiv:
      case Instruction::SRem:
      case Instruction::UDiv:
      case Instruction::URem:
        return division(op, a, b, bits);
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr:
        if (computeKnownBits(b, op.getDataLayout()).getMaxValue().ult(bits)) return;
        if (!is_needed(op)) return;
        return ask(Arithmetic::kShift, NumberKind::kSigned,
                   b_.CreateICmpUGE(b, ConstantInt::get(b->getType(), bits)), {a, b}, &i_);
      default:
        return;
    }
  }

  // A GPU wraps around; the compiler has taken it for impossible.
  void overflow(BinaryOperator& op, Value* a, Value* b, unsigned bits) {
    const bool adds = op.getOpcode() == Instruction::Add;
    const bool multiplies = op.getOpcode() == Instruction::Mul;
    const auto what = adds         ? Arithmetic::kAddOverflow
                      : multiplies ? Arithmetic::kMultiplyOverflow
                                   : Arithmetic::kSubtractOverflow;
    if (bits == 32) {
      auto* i64 = b_.getInt64Ty();
      auto *x = b_.CreateSExt(a, i64), *y = b_.CreateSExt(b, i64);
      auto* wide = adds ? b_.CreateAdd(x, y) : multiplies ? b_.CreateMul(x, y) : b_.CreateSub(x, y);
      auto* kept = b_.CreateSExt(b_.CreateTrunc(wide, op.getType()), i64);
      return ask(what, NumberKind::kSigned, b_.CreateICmpNE(wide, kept), {a, b}, &i_);
    }
    if (bits != 64 || multiplies) return;
    // Both operands have the sign that the sum has not.
    auto* result = adds ? b_.CreateAdd(a, b) : b_.CreateSub(a, b);
    auto* signs =
        b_.CreateAnd(b_.CreateXor(a, result), adds ? b_.CreateXor(b, result) : b_.CreateXor(a, b));
    ask(what, NumberKind::kSigned, b_.CreateICmpSLT(signs, b_.getInt64(0)), {a, b}, &i_);
  }

  void division(BinaryOperator& op, Value* a, Value* b, unsigned bits) {
    const bool is_signed =
        op.getOpcode() == Instruction::SDiv || op.getOpcode() == Instruction::SRem;
    const auto number = is_signed ? NumberKind::kSigned : NumberKind::kUnsigned;
    if (!isKnownNonZero(b, op.getDataLayout())) {
      ask(Arithmetic::kDivisionByZero, number, b_.CreateIsNull(b), {a, b}, &i_);
    }
    if (!is_signed) return;
    auto* lowest = ConstantInt::get(op.getType(), APInt::getSignedMinValue(bits));
    ask(Arithmetic::kDivisionOverflow, number,
        b_.CreateAnd(b_.CreateICmpEQ(a, lowest),
                     b_.CreateICmpEQ(b, Constant::getAllOnesValue(b->getType()))),
        {a, b}, &i_);
  }

  void conversion(bool is_signed) {
    if (!is_needed(end_of_conversion(i_))) return;
    auto* from = i_.getOperand(0);
    const auto bits = static_cast<int>(bits_of_conversion(i_));
    auto* wide = b_.CreateFPExt(from, b_.getDoubleTy());
    // A number that is cut off to the lowest one fits; a double tells them apart up to 53 bits.
    const double top = std::ldexp(1.0, is_signed ? bits - 1 : bits);
    const double low = is_signed ? -top : 0;
    const bool exact = bits <= 53;
    auto* type = b_.getDoubleTy();
    auto* above = exact ? b_.CreateFCmpOGT(wide, ConstantFP::get(type, low - 1))
                        : b_.CreateFCmpOGE(wide, ConstantFP::get(type, low));
    if (!exact && !is_signed) above = b_.CreateFCmpOGT(wide, ConstantFP::get(type, -1.0));
    auto* fits = b_.CreateAnd(above, b_.CreateFCmpOLT(wide, ConstantFP::get(type, top)));
    ask(Arithmetic::kConversion, NumberKind::kFloat, b_.CreateNot(fits), {from}, &i_);
  }

  void floats(BinaryOperator& op) {
    if (!is_needed(op)) return;
    auto *a = op.getOperand(0), *b = op.getOperand(1);
    Value* by_zero = nullptr;
    if (op.getOpcode() == Instruction::FDiv) {
      by_zero = b_.CreateFCmpOEQ(b, ConstantFP::getZero(b->getType()));
      by_zero = b_.CreateAnd(by_zero, b_.CreateFCmpORD(a, a));
      ask(Arithmetic::kDivisionByZero, NumberKind::kFloat, by_zero, {a, b}, &i_);
    }
    not_a_number({a, b}, by_zero);
  }

  void intrinsic(IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
      case Intrinsic::fma:
      case Intrinsic::fmuladd:
        if (is_needed(call)) {
          not_a_number({call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2)});
        }
        return;
      case Intrinsic::sqrt:
        if (is_needed(call)) not_a_number({call.getArgOperand(0)});
        return;
      default:
        return;
    }
  }

  void not_a_number(ArrayRef<Value*> operands, Value* known = nullptr) {
    if (!i_.getType()->isFloatTy() && !i_.getType()->isDoubleTy()) return;
    auto* next = i_.getNextNode();
    b_.SetInsertPoint(next);
    b_.SetCurrentDebugLocation(i_.getDebugLoc());
    auto* wrong = b_.CreateFCmpUNO(&i_, &i_);
    for (auto* operand : operands) wrong = b_.CreateAnd(wrong, b_.CreateFCmpORD(operand, operand));
    if (known) wrong = b_.CreateAnd(wrong, b_.CreateNot(known));
    ask(Arithmetic::kNotANumber, NumberKind::kFloat, wrong, operands, next);
  }

  IRBuilderBase& b_;
  Instruction& i_;
  bool signed_ = false;
  SmallVector<ArithmeticQuestion, 2> questions_;
};

}  // namespace

SmallVector<ArithmeticQuestion, 2> ask_of_arithmetic(IRBuilderBase& b, Instruction& instruction) {
  return Questions(b, instruction).take();
}

}  // namespace heddle::compiler
