// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/safe_arithmetic.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Metadata of a conversion of which the program takes some low bits: how many. For tools only: LLVM
// may drop it.
constexpr StringLiteral kNarrow = "heddle.narrow";

// Exact in double: the quotient of two 32-bit integers is never rounded to the next integer. The
// divisor is one for all lanes, and not -1, or one each.
Value* divide_in_double(IRBuilderBase& b, bool is_signed, Value* a, Value* divisor) {
  auto* type = cast<FixedVectorType>(a->getType());
  const auto to_double = [&](Value* value) {
    auto* fp = value->getType()->getWithNewType(b.getDoubleTy());
    return is_signed ? b.CreateSIToFP(value, fp) : b.CreateUIToFP(value, fp);
  };
  auto* x = to_double(a);
  auto* y = to_double(divisor);
  Value* q = nullptr;
  if (y->getType()->isVectorTy()) {
    q = b.CreateFDiv(x, y);
  } else {
    // Multiplied by the inverse times 1 + 2^-51, which after all rounding is 1 / y times 1 + 2^-52
    // to 1 + 3 * 2^-52. So what is a whole number does not become less, and what is not, a quotient
    // below 2^32 and at least 1 / y below the next one, does not reach that.
    auto* inverse = b.CreateFMul(b.CreateFDiv(ConstantFP::get(y->getType(), 1.0), y),
                                 ConstantFP::get(y->getType(), 1.0 + 0x1p-51));
    q = b.CreateFMul(x, b.CreateVectorSplat(type->getNumElements(), inverse));
  }
  const bool word = type->getScalarSizeInBits() == 32;
  if (is_signed && word && divisor->getType()->isVectorTy()) {
    // MIN / -1 = 2^31 does not fit; it wraps to MIN by hand.
    auto* too_big = b.CreateFCmpOGE(q, ConstantFP::get(q->getType(), 2147483648.0));
    q = b.CreateSelect(too_big, ConstantFP::get(q->getType(), -2147483648.0), q);
  }
  auto* wide = type->getWithNewType(b.getInt32Ty());
  return b.CreateTrunc(is_signed ? b.CreateFPToSI(q, wide) : b.CreateFPToUI(q, wide), type);
}

}  // namespace

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
  // What all lanes divide by is looked at once.
  auto* common = type->isVectorTy() ? getSplatValue(divisor) : nullptr;
  const auto in_lanes = [&](Value* value) {
    return common ? b.CreateVectorSplat(cast<VectorType>(type)->getElementCount(), value) : value;
  };
  divisor = b.CreateFreeze(common ? common : divisor);
  auto* one = ConstantInt::get(divisor->getType(), 1);
  auto* by_zero = b.CreateIsNull(divisor);
  Value* quotient = nullptr;
  const bool in_double = type->isVectorTy() && bits <= 32;
  auto* overflow = is_signed && (!in_double || common)
                       ? b.CreateICmpEQ(divisor, Constant::getAllOnesValue(divisor->getType()))
                       : nullptr;
  auto* safe = b.CreateSelect(overflow ? b.CreateOr(by_zero, overflow) : by_zero, one, divisor);
  if (in_double) {
    quotient = divide_in_double(b, is_signed, a, safe);
  } else if (is_signed) {
    quotient = b.CreateSDiv(a, in_lanes(safe));
  } else {
    quotient = b.CreateUDiv(a, in_lanes(safe));
  }
  if (overflow) quotient = b.CreateSelect(overflow, b.CreateNeg(a), quotient);
  if (remainder) {
    auto* rest = b.CreateSub(a, b.CreateMul(quotient, in_lanes(divisor)));
    return b.CreateSelect(by_zero, a, rest);
  }
  return b.CreateSelect(by_zero, Constant::getAllOnesValue(type), quotient);
}

Value* safe_to_integer(IRBuilderBase& b, bool is_signed, Value* value, Type* type) {
  const auto id = is_signed ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  const auto bits = type->getScalarSizeInBits();
  auto* converted = bits >= 32 ? type : type->getWithNewBitWidth(32);
  Value* result = b.CreateIntrinsic(id, {converted, value->getType()}, {value});
  if (converted != type) {
    if (auto* call = dyn_cast<Instruction>(result)) {
      auto* width = ConstantAsMetadata::get(b.getInt32(bits));
      call->setMetadata(kNarrow, MDNode::get(b.getContext(), width));
    }
    return b.CreateTrunc(result, type);
  }
  const bool from_double = value->getType()->getScalarType()->isDoubleTy();
  if (bits == 32 && !from_double) return result;
  auto* nan = b.CreateFCmpUNO(value, value);
  return b.CreateSelect(nan, ConstantInt::get(type, APInt::getSignMask(bits)), result);
}

bool converts_to_integer(const Instruction& instruction) {
  if (isa<FPToSIInst, FPToUIInst>(instruction)) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == Intrinsic::fptosi_sat ||
                  call->getIntrinsicID() == Intrinsic::fptoui_sat);
}

bool converts_to_signed(const Instruction& conversion) {
  const auto* call = dyn_cast<IntrinsicInst>(&conversion);
  return call ? call->getIntrinsicID() == Intrinsic::fptosi_sat : isa<FPToSIInst>(conversion);
}

unsigned bits_of_conversion(const Instruction& conversion) {
  const auto* narrow = conversion.getMetadata(kNarrow);
  if (!narrow) return conversion.getType()->getScalarSizeInBits();
  const auto* width = mdconst::extract<ConstantInt>(narrow->getOperand(0));
  return static_cast<unsigned>(width->getZExtValue());
}

Instruction& end_of_conversion(Instruction& conversion) {
  if (!conversion.hasOneUse()) return conversion;
  auto& user = *cast<Instruction>(*conversion.user_begin());
  CmpPredicate order;
  const auto numbers = m_Cmp(order, m_Specific(conversion.getOperand(0)), m_Value());
  const auto same = m_Specific(&conversion);
  if (match(&user, m_Select(numbers, m_SignMask(), same)) && order == CmpInst::FCMP_UNO) {
    return user;
  }
  if (match(&user, m_Select(numbers, same, m_SignMask())) && order == CmpInst::FCMP_ORD) {
    return user;
  }
  return conversion;
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
