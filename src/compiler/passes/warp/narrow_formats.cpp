// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/narrow_formats.h"

#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

Type* integers_like(Type* type) {
  auto& context = type->getContext();
  return with_element(type, Type::getIntNTy(context, type->getScalarSizeInBits()));
}

}  // namespace

Type* with_element(Type* shape, Type* element) {
  const auto* vector = dyn_cast<VectorType>(shape);
  return vector ? VectorType::get(element, vector->getElementCount()) : element;
}

Value* NarrowFormats::widen(Value* narrow) {
  auto* type = narrow->getType();
  auto* single = with_element(type, b_.getFloatTy());
  const bool half = type->getScalarType()->isHalfTy();
  if (half && f16c_) return b_.CreateFPExt(narrow, single);
  auto* words = b_.CreateZExt(b_.CreateBitCast(narrow, integers_like(type)), integers_like(single));
  if (half) return widen_half(words);
  return b_.CreateBitCast(b_.CreateShl(words, 16), single);
}

// As the float whose exponent is 112 too small; a multiplication mends it, subnormals too.
Value* NarrowFormats::widen_half(Value* words) {
  auto* type = words->getType();
  auto* single = with_element(type, b_.getFloatTy());
  const auto number = [&](std::uint64_t n) { return ConstantInt::get(type, n); };
  auto* sign = b_.CreateShl(b_.CreateAnd(words, number(0x8000)), 16);
  auto* magnitude = b_.CreateShl(b_.CreateAnd(words, number(0x7fff)), 13);
  auto* scaled =
      b_.CreateFMul(b_.CreateBitCast(magnitude, single), ConstantFP::get(single, 0x1p112));
  auto* finite = b_.CreateICmpULT(magnitude, number(0x7c00u << 13));
  auto* special = b_.CreateOr(magnitude, number(0x7f800000));
  auto* result = b_.CreateSelect(finite, b_.CreateBitCast(scaled, type), special);
  return b_.CreateBitCast(b_.CreateOr(result, sign), single);
}

Value* NarrowFormats::narrow(Value* single, Type* type) {
  auto* words = integers_like(type);
  const bool half = type->getScalarType()->isHalfTy();
  auto* nan = b_.CreateFCmpUNO(single, single);
  if (half && f16c_) {
    // The first bits of a NaN stay: chosen among floats, masks need not become shorts.
    auto* bits = integers_like(single->getType());
    auto* chosen = b_.CreateSelect(nan, ConstantInt::get(bits, kCanonicalNan << 16 | 0xffff),
                                   b_.CreateBitCast(single, bits));
    return b_.CreateFPTrunc(b_.CreateBitCast(chosen, single->getType()), type);
  }
  auto* result = half ? narrow_half(single) : narrow_bfloat(single);
  // Before words are cut off, so that LLVM sees where they are at once widened again.
  result = b_.CreateSelect(nan, ConstantInt::get(result->getType(), kCanonicalNan), result);
  return b_.CreateBitCast(b_.CreateTrunc(result, words), type);
}

Value* NarrowFormats::narrow_bfloat(Value* single) {
  auto* type = integers_like(single->getType());
  auto* bits = b_.CreateBitCast(single, type);
  auto* last = b_.CreateAnd(b_.CreateLShr(bits, 16), 1);
  auto* rounded = b_.CreateAdd(b_.CreateAdd(bits, ConstantInt::get(type, 0x7fff)), last);
  return b_.CreateLShr(rounded, 16);
}

// From 2^-14 on the exponent is rebased; below, an addition of 0.5 puts the last bit of a subnormal
// half in place. Rounding up may carry into the exponent, and to infinity.
Value* NarrowFormats::narrow_half(Value* single) {
  auto* type = integers_like(single->getType());
  const auto number = [&](std::uint64_t n) { return ConstantInt::get(type, n); };
  auto* all = b_.CreateBitCast(single, type);
  auto* magnitude = b_.CreateAnd(all, number(0x7fffffff));
  auto* sign = b_.CreateAnd(b_.CreateLShr(all, 16), number(0x8000));
  auto* last = b_.CreateAnd(b_.CreateLShr(magnitude, 13), 1);
  auto* rebased = b_.CreateSub(magnitude, number(0x38000000u - 0xfff));
  auto* normal = b_.CreateLShr(b_.CreateAdd(rebased, last), 13);
  auto* placed = b_.CreateFAdd(b_.CreateBitCast(magnitude, single->getType()),
                               ConstantFP::get(single->getType(), 0.5));
  auto* subnormal = b_.CreateSub(b_.CreateBitCast(placed, type), number(0x3f000000));
  auto* result =
      b_.CreateSelect(b_.CreateICmpUGE(magnitude, number(0x38800000)), normal, subnormal);
  result = b_.CreateSelect(b_.CreateICmpUGE(magnitude, number(0x47800000)), number(0x7c00), result);
  return b_.CreateOr(result, sign);
}

// `away` says that the exact value lies further from zero than the inexact `sum`.
Value* NarrowFormats::make_odd(Value* sum, Value* inexact, Value* away) {
  auto* type = integers_like(sum->getType());
  auto* bits = b_.CreateBitCast(sum, type);
  auto* one = ConstantInt::get(type, 1);
  auto* even = b_.CreateICmpEQ(b_.CreateAnd(bits, one), Constant::getNullValue(type));
  auto* step = b_.CreateSelect(away, one, Constant::getAllOnesValue(type));
  auto* moved = b_.CreateAdd(bits, step);
  return b_.CreateBitCast(b_.CreateSelect(b_.CreateAnd(inexact, even), moved, bits),
                          sum->getType());
}

Value* NarrowFormats::to_odd(Value* wide) {
  auto* single = b_.CreateFPTrunc(wide, with_element(wide->getType(), b_.getFloatTy()));
  auto* back = b_.CreateFPExt(single, wide->getType());
  auto* inexact = b_.CreateFCmpONE(back, wide);
  auto* away = b_.CreateFCmpOGT(b_.CreateUnaryIntrinsic(Intrinsic::fabs, wide),
                                b_.CreateUnaryIntrinsic(Intrinsic::fabs, back));
  return make_odd(single, inexact, away);
}

Value* NarrowFormats::add_to_odd(Value* a, Value* b) {
  auto* sum = b_.CreateFAdd(a, b);
  auto* part = b_.CreateFSub(sum, a);
  auto* rest = b_.CreateFAdd(b_.CreateFSub(a, b_.CreateFSub(sum, part)), b_.CreateFSub(b, part));
  // An odd number stays, away from zero an even one becomes the next, towards zero the one before.
  auto* type = integers_like(sum->getType());
  auto* bits = b_.CreateBitCast(sum, type);
  auto* signs = b_.CreateXor(b_.CreateBitCast(rest, type), bits);
  auto* step = b_.CreateAShr(signs, type->getScalarSizeInBits() - 1);
  auto* odd = b_.CreateOr(b_.CreateAdd(bits, step), 1);
  auto* inexact = b_.CreateFCmpONE(rest, ConstantFP::get(sum->getType(), 0.0));
  return b_.CreateBitCast(b_.CreateSelect(inexact, odd, bits), sum->getType());
}

// Rounding to float first is wrong only where it gives the middle of two bfloats, a number of 9
// bits, and the exact value lies beside it. Then c is smaller than the last of the product's 16
// bits, a * b - sum is exact, and the rest has the right sign. (It cannot be the product that is so
// small: it would be 2^16 - 1 units, or 2^15 - 1 of twice the size, and 255 * 255 is less.)
Value* NarrowFormats::fma_of_bfloats(Value* a, Value* b, Value* c) {
  auto* single = a->getType();
  auto* type = integers_like(single);
  const auto fused = [&](Value* addend) {
    return b_.CreateIntrinsic(Intrinsic::fma, {single}, {a, b, addend});
  };
  auto* sum = fused(c);
  auto* bits = b_.CreateBitCast(sum, type);
  auto* rest = b_.CreateFAdd(fused(b_.CreateFNeg(sum)), c);
  auto* middle = b_.CreateICmpEQ(b_.CreateAnd(bits, 0xffff), ConstantInt::get(type, 0x8000));
  auto* inexact = b_.CreateFCmpONE(rest, ConstantFP::get(single, 0.0));
  auto* signs = b_.CreateXor(b_.CreateBitCast(rest, type), bits);
  auto* step = b_.CreateOr(b_.CreateAShr(signs, 31), 1);  // away from zero where they agree
  auto* moved = b_.CreateAdd(bits, step);
  return b_.CreateBitCast(b_.CreateSelect(b_.CreateAnd(middle, inexact), moved, bits), single);
}

// The product of two halves is exact in float, that of two bfloats in double.
Value* NarrowFormats::fma(Value* a, Value* b, Value* c) {
  auto* type = a->getType();
  const bool half = type->getScalarType()->isHalfTy();
  if (!half && fma_) return narrow(fma_of_bfloats(widen(a), widen(b), widen(c)), type);
  if (half && fma_to_odd_.can(type)) {
    return narrow(fma_to_odd_.emit(b_, widen(a), widen(b), widen(c)), type);
  }
  const auto exact = [&](Value* value) {
    auto* single = widen(value);
    return half ? single : b_.CreateFPExt(single, with_element(type, b_.getDoubleTy()));
  };
  auto* product = b_.CreateFMul(exact(a), exact(b));
  auto* sum = add_to_odd(product, exact(c));
  return narrow(half ? sum : to_odd(sum), type);
}

Value* NarrowFormats::from_integer(Value* integer, bool is_signed) {
  auto* type = integer->getType();
  auto* wide = with_element(type, b_.getDoubleTy());
  if (type->getScalarSizeInBits() > 32) {
    // Of more than 53 bits the last ones become one that says whether any was set: far below what
    // narrow formats keep. (Two's complement: what is cut off is positive.)
    auto* i64 = with_element(type, b_.getInt64Ty());
    integer = is_signed ? b_.CreateSExtOrTrunc(integer, i64) : b_.CreateZExtOrTrunc(integer, i64);
    auto* last = b_.CreateAnd(integer, ConstantInt::get(i64, is_signed ? 0x7ff : 0xfff));
    auto* folded =
        b_.CreateOr(b_.CreateSub(integer, last), ConstantInt::get(i64, is_signed ? 0x400 : 0x800));
    auto* limit = ConstantInt::get(i64, std::uint64_t{1} << 53);
    auto* magnitude =
        is_signed ? b_.CreateBinaryIntrinsic(Intrinsic::abs, integer, b_.getFalse()) : integer;
    auto* exact = b_.CreateOr(b_.CreateICmpULE(magnitude, limit),
                              b_.CreateICmpEQ(last, Constant::getNullValue(i64)));
    integer = b_.CreateSelect(exact, integer, folded);
  }
  return to_odd(is_signed ? b_.CreateSIToFP(integer, wide) : b_.CreateUIToFP(integer, wide));
}

}  // namespace heddle::compiler
