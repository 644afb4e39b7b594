// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/safe_arithmetic.h"

#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

Value* safe_division(IRBuilderBase& b, Instruction::BinaryOps op, Value* a, Value* divisor) {
  auto* type = a->getType();
  const bool is_signed = op == Instruction::SDiv || op == Instruction::SRem;
  const bool remainder = op == Instruction::URem || op == Instruction::SRem;
  const auto bits = type->getScalarSizeInBits();
  if (const auto* c = dyn_cast<Constant>(divisor)) {
    const auto* scalar_constant = type->isVectorTy()
                                      ? dyn_cast_or_null<ConstantInt>(c->getSplatValue())
                                      : dyn_cast<ConstantInt>(c);
    if (scalar_constant && !scalar_constant->isZero() && !scalar_constant->isMinusOne()) {
      return b.CreateBinOp(op, a, divisor);
    }
  }
  a = b.CreateFreeze(a);
  divisor = b.CreateFreeze(divisor);
  auto* zero = Constant::getNullValue(type);
  auto* by_zero = b.CreateICmpEQ(divisor, zero);
  Value* quotient = nullptr;
  if (type->isVectorTy() && bits <= 32) {
    // Exact in double: the quotient of two 32-bit integers is never rounded to the next integer.
    auto* fp = FixedVectorType::get(b.getDoubleTy(), cast<FixedVectorType>(type)->getNumElements());
    auto* wide_type =
        FixedVectorType::get(bits == 32 && !is_signed ? b.getInt64Ty() : b.getInt32Ty(),
                             cast<FixedVectorType>(type)->getNumElements());
    auto* safe = b.CreateSelect(by_zero, ConstantInt::get(type, 1), divisor);
    auto* x = is_signed ? b.CreateSIToFP(a, fp) : b.CreateUIToFP(a, fp);
    auto* y = is_signed ? b.CreateSIToFP(safe, fp) : b.CreateUIToFP(safe, fp);
    auto* q = b.CreateFDiv(x, y);
    if (is_signed && bits == 32) {
      // MIN / -1 = 2^31 does not fit; it wraps to MIN by hand.
      auto* too_big = b.CreateFCmpOGE(q, ConstantFP::get(fp, 2147483648.0));
      q = b.CreateSelect(too_big, ConstantFP::get(fp, -2147483648.0), q);
    }
    quotient = is_signed ? b.CreateFPToSI(q, wide_type) : b.CreateFPToUI(q, wide_type);
    quotient = b.CreateTrunc(quotient, type);
  } else {
    auto* one = ConstantInt::get(type, 1);
    Value* unsafe = by_zero;
    Value* overflow = nullptr;
    if (is_signed) {
      overflow = b.CreateICmpEQ(divisor, Constant::getAllOnesValue(type));
      unsafe = b.CreateOr(unsafe, overflow);
    }
    auto* safe = b.CreateSelect(unsafe, one, divisor);
    quotient = is_signed ? b.CreateSDiv(a, safe) : b.CreateUDiv(a, safe);
    if (overflow) quotient = b.CreateSelect(overflow, b.CreateNeg(a), quotient);
  }
  if (remainder) {
    auto* rest = b.CreateSub(a, b.CreateMul(quotient, divisor));
    return b.CreateSelect(by_zero, a, rest);
  }
  return b.CreateSelect(by_zero, Constant::getAllOnesValue(type), quotient);
}

Value* safe_to_integer(IRBuilderBase& b, bool is_signed, Value* value, Type* type) {
  const auto id = is_signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  const auto bits = type->getScalarSizeInBits();
  auto* converted = bits >= 32 ? type : type->getWithNewBitWidth(32);
  Value* result = b.CreateIntrinsic(id, {converted, value->getType()}, {value});
  if (converted != type) return b.CreateTrunc(result, type);
  const bool from_double = value->getType()->getScalarType()->isDoubleTy();
  if (bits == 32 && !from_double) return result;
  auto* nan = b.CreateFCmpUNO(value, value);
  return b.CreateSelect(nan, ConstantInt::get(type, APInt::getSignMask(bits)), result);
}

Value* safe_arithmetic(IRBuilderBase& b, Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return safe_division(b, cast<BinaryOperator>(instruction).getOpcode(),
                           instruction.getOperand(0), instruction.getOperand(1));
    case Instruction::FPToSI:
    case Instruction::FPToUI:
      return safe_to_integer(b, instruction.getOpcode() == Instruction::FPToSI,
                             instruction.getOperand(0), instruction.getType());
    default:
      return nullptr;
  }
}

}  // namespace heddle::compiler
