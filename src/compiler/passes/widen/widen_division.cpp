// SPDX-License-Identifier: Apache-2.0
// Division of integers in all lanes. What a program divides by, a width or the size of a block, is
// often the same for all threads and a power of two; 64-bit numbers are mostly small. Indices that
// lie side by side mostly have one quotient.
#include <algorithm>

#include "compiler/analysis/clamps.h"
#include "compiler/passes/scalar/safe_arithmetic.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kExactBits = 52;  // of integers whose quotient in double is never rounded up

// a / d and a % d for a common power of two.
SmallVector<Value*, 2> divide_by_power(IRBuilderBase& b, bool is_signed, Value* a, Value* d) {
  const auto lanes = cast<VectorType>(a->getType())->getElementCount();
  auto* distance = b.CreateVectorSplat(
      lanes, b.CreateBinaryIntrinsic(Intrinsic::cttz, d, b.getTrue()), "distance");
  auto* below = b.CreateVectorSplat(lanes, b.CreateSub(d, ConstantInt::get(d->getType(), 1)));
  if (!is_signed) return {b.CreateLShr(a, distance), b.CreateAnd(a, below)};
  // Rounded to zero.
  auto* negative = b.CreateAShr(a, a->getType()->getScalarSizeInBits() - 1);
  auto* biased = b.CreateAdd(a, b.CreateAnd(negative, below));
  auto* multiple = b.CreateAnd(biased, b.CreateVectorSplat(lanes, b.CreateNeg(d)));
  return {b.CreateAShr(biased, distance), b.CreateSub(a, multiple)};
}

// a / d of numbers that kExactBits hold.
Value* divide_small(IRBuilderBase& b, Value* a, Value* d) {
  auto* type = a->getType();
  auto* fp = type->getWithNewType(b.getDoubleTy());
  auto* by_zero = b.CreateIsNull(d);
  auto* divisor = b.CreateSelect(by_zero, ConstantInt::get(type, 1), d);
  auto* quotient = b.CreateFDiv(b.CreateSIToFP(a, fp), b.CreateSIToFP(divisor, fp));
  return b.CreateSelect(by_zero, Constant::getAllOnesValue(type), b.CreateFPToSI(quotient, type));
}

}  // namespace

// i1: the active lanes' operands are small.
Value* Widener::are_small(bool is_signed, Value* a, Value* d) {
  const auto bits_of_size = [&](Value* value) {
    return is_signed ? b_.CreateXor(value, b_.CreateAShr(value, 63)) : value;
  };
  auto* bits = b_.CreateOr(bits_of_size(a), bits_of_size(d));
  if (!mask_.all()) {
    bits = b_.CreateSelect(mask_.vector, bits, Constant::getNullValue(bits->getType()));
  }
  return b_.CreateICmpULT(b_.CreateOrReduce(bits), b_.getInt64(std::uint64_t{1} << kExactBits));
}

// By a common power of two it shifts and masks; the remainder of any other is made of the quotient:
// x % 0 = x as x / 0 is all ones, and MIN % -1 = 0 as MIN / -1 wraps.
SmallVector<Value*, 2> Widener::quotient_and_remainder(bool is_signed, Value* a, Value* d,
                                                       Value* common) {
  const auto op = is_signed ? Instruction::SDiv : Instruction::UDiv;
  const bool wide = a->getType()->getScalarSizeInBits() == 64;
  const auto quotient = [&]() -> Value* {
    const auto in_integers = [&] { return safe_division(b_, op, a, d); };
    // Without AVX-512 64-bit integers become double one by one.
    if (!wide || isa_.vector_bits < 512) return in_integers();
    return either(are_small(is_signed, a, d), [&] { return divide_small(b_, a, d); }, in_integers);
  };
  const auto in_general = [&]() -> SmallVector<Value*, 2> {
    auto* q = quotient();
    return {q, b_.CreateSub(a, b_.CreateMul(q, d))};
  };
  if (!common) return in_general();
  auto* power = b_.CreateICmpEQ(b_.CreateUnaryIntrinsic(Intrinsic::ctpop, common),
                                ConstantInt::get(common->getType(), 1));
  if (is_signed) {
    auto* positive = b_.CreateICmpSGT(common, ConstantInt::get(common->getType(), 0));
    power = b_.CreateAnd(power, positive);
  }
  return either_each(power, [&] { return divide_by_power(b_, is_signed, a, common); }, in_general);
}

// Numbers at known distances, divided by a common one: once for the warp, where all have the same
// quotient.
SmallVector<Value*, 2> Widener::divide_near(const Lanes& dividend, Value* common,
                                            ValuesOf in_general) {
  auto* type = common->getType();
  const auto& offsets = *dividend.shape.offsets;
  const auto [low, high] = std::minmax_element(offsets.begin(), offsets.end());
  const auto number = [&](std::int64_t value) { return ConstantInt::getSigned(type, value); };
  auto* base = b_.CreateFreeze(dividend.base);
  auto* first = b_.CreateAdd(base, number(*low));
  auto* last = b_.CreateAdd(base, number(*high));
  auto* positive = b_.CreateICmpSGT(common, number(0));
  auto* quotient = b_.CreateUDiv(first, b_.CreateSelect(positive, common, number(1)));
  auto* rest = b_.CreateSub(first, b_.CreateMul(quotient, common));
  // Between numbers that are not negative and not far apart, nothing wraps around.
  auto* near = b_.CreateAnd(b_.CreateICmpSGE(first, number(0)), b_.CreateICmpSGE(last, first));
  auto* within = b_.CreateICmpULT(b_.CreateAdd(rest, number(*high - *low)), common);
  return either_each(
      b_.CreateAnd(b_.CreateAnd(near, positive), within),
      [&]() -> SmallVector<Value*, 2> {
        auto* steps = b_.CreateAdd(offsets_vector(type, offsets), splat(number(-*low)));
        return {splat(quotient), b_.CreateAdd(splat(rest), steps)};
      },
      in_general);
}

// A division and the remainder of the same numbers are made once.
Value* Widener::divide(BinaryOperator& i, const Lanes& dividend, const Lanes& divisor) {
  const auto op = i.getOpcode();
  const bool is_signed = op == Instruction::SDiv || op == Instruction::SRem;
  if (isa<Constant>(i.getOperand(1))) {
    return safe_division(b_, op, to_vector(dividend), to_vector(divisor));
  }
  SmallVector<Value*, 2> own;
  const bool whole = !is_tuple(i.getType());
  auto& results =
      whole ? divisions_[{i.getParent(), mask_.vector, i.getOperand(0), i.getOperand(1), is_signed}]
            : own;
  if (results.empty()) {
    auto* common =
        divisor.base && divisor.shape.is_uniform() ? b_.CreateFreeze(divisor.base) : nullptr;
    const auto in_general = [&] {
      auto* a = b_.CreateFreeze(to_vector(dividend));
      auto* d = common ? splat(common) : b_.CreateFreeze(to_vector(divisor));
      return quotient_and_remainder(is_signed, a, d, common);
    };
    const bool near = common && !i.hasMetadata(kSeveralQuotients) && dividend.base &&
                      has_near_lanes(dividend.shape) &&
                      dividend.base->getType()->getIntegerBitWidth() >= 32;
    results = near ? divide_near(dividend, common, in_general) : in_general();
  }
  return results[op == Instruction::SDiv || op == Instruction::UDiv ? 0 : 1];
}

}  // namespace heddle::compiler
