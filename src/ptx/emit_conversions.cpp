// SPDX-License-Identifier: Apache-2.0
// cvt (PTX ISA, "cvt"): between integers and floats of 32 and 64 bits, as CUDA C++'s conversion
// functions do it.
#include "llvm/ADT/StringSwitch.h"
#include "ptx/emit_cvt_narrow.h"
#include "ptx/emit_cvt_pack.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

std::string name_of(Type type) {
  return (type.is_float() ? "f" : type.is_signed() ? "s" : "u") + std::to_string(type.bits);
}

Value* extend(Emitter& e, Value* value, Type from, unsigned bits) {
  auto* to = e.b.getIntNTy(bits);
  return from.is_signed() ? e.b.CreateSExtOrTrunc(value, to) : e.b.CreateZExtOrTrunc(value, to);
}

// Clamps an integer of type `from` into the range of `to`; the result has the bits of `to`.
Value* limit(Emitter& e, Value* value, Type from, Type to) {
  auto& b = e.b;
  // One type that holds both ranges.
  const unsigned bits = std::max(from.bits, to.bits) + 1;
  auto* wide = b.getIntNTy(bits <= 33 ? 64 : 128);
  const auto width = wide->getIntegerBitWidth();
  value = extend(e, value, from, width);
  const auto most =
      to.is_signed() ? APInt::getSignedMaxValue(to.bits) : APInt::getMaxValue(to.bits);
  const auto least =
      to.is_signed() ? APInt::getSignedMinValue(to.bits).sext(width) : APInt(width, 0);
  auto* low = ConstantInt::get(wide, least);
  auto* high = ConstantInt::get(wide, most.zext(width));
  value = e.intrinsic(Intrinsic::smax, {value, low}, {wide});
  value = e.intrinsic(Intrinsic::smin, {value, high}, {wide});
  return b.CreateTrunc(value, b.getIntNTy(to.bits));
}

// "rz", "ru", "rd" of CUDA C++; empty for the nearest.
StringRef directed(StringRef rounding) {
  return StringSwitch<StringRef>(rounding)
      .Case("rz", "rz")
      .Case("rm", "rd")
      .Case("rp", "ru")
      .Default("");
}

// As 16 bits what `value`, a float or a double, is, rounded in the direction that `mode` says: the
// nearest one or the one beside it, through which a float may lead, too.
Value* directed_to_half(Emitter& e, Value* value, Type to, StringRef mode) {
  auto& b = e.b;
  auto* type = value->getType();
  auto* half = e.llvm_type(to)->getScalarType();
  auto* as_float = type->isDoubleTy() ? b.CreateFPTrunc(value, b.getFloatTy()) : value;
  auto* nearest = b.CreateFPTrunc(as_float, half);
  Value* back = b.CreateFPExt(nearest, b.getFloatTy());
  if (type->isDoubleTy()) back = b.CreateFPExt(back, type);
  auto* zero = ConstantFP::get(type, 0.0);
  auto* bits = b.CreateBitCast(nearest, b.getInt16Ty());
  auto* too_high = b.CreateFCmpOGT(back, value);
  auto* too_low = b.CreateFCmpOLT(back, value);
  auto* above = b.CreateFCmpOGT(back, zero);
  auto* below = b.CreateFCmpOLT(back, zero);
  // Away from zero the bits grow; beside zero stands the least number of the sign.
  auto* larger = b.CreateAdd(bits, b.getInt16(1));
  auto* smaller = b.CreateSub(bits, b.getInt16(1));
  auto* down = b.CreateSelect(above, smaller, b.CreateSelect(below, larger, b.getInt16(0x8001)));
  auto* up = b.CreateSelect(below, smaller, b.CreateSelect(above, larger, b.getInt16(1)));
  Value* result = bits;
  if (mode == "rd") result = b.CreateSelect(too_high, down, bits);
  if (mode == "ru") result = b.CreateSelect(too_low, up, bits);
  if (mode == "rz") {
    auto* too_far = b.CreateOr(b.CreateAnd(above, too_high), b.CreateAnd(below, too_low));
    result = b.CreateSelect(too_far, smaller, bits);
  }
  return b.CreateBitCast(result, half);
}

// A double that is rounded to 16 bits in any direction as the integer is. Of 64 bits the lowest
// that a double cannot hold only say that there is something.
Value* double_for_half(Emitter& e, Value* value, Type from) {
  auto& b = e.b;
  constexpr unsigned kLost = 11;
  if (from.bits == 64) {
    auto* rest = b.CreateAnd(value, (1u << kLost) - 1);
    auto* some = b.CreateZExt(b.CreateIsNotNull(rest), value->getType());
    auto* high = from.is_signed() ? b.CreateAShr(value, kLost) : b.CreateLShr(value, kLost);
    auto* marked = b.CreateShl(b.CreateOr(high, some), kLost);
    constexpr unsigned kExact = 52;
    auto* beyond = from.is_signed() ? b.CreateAShr(value, kExact) : b.CreateLShr(value, kExact);
    // 0, and -1 of negative ones: it fits into the double.
    auto* small = from.is_signed()
                      ? b.CreateICmpULE(b.CreateAdd(beyond, b.getInt64(1)), b.getInt64(1))
                      : b.CreateIsNull(beyond);
    value = b.CreateSelect(small, value, marked);
  }
  return from.is_signed() ? b.CreateSIToFP(value, b.getDoubleTy())
                          : b.CreateUIToFP(value, b.getDoubleTy());
}

Value* integer_to_float(Emitter& e, Value* value, Type from, Type to, StringRef rounding) {
  auto& b = e.b;
  auto* type = e.llvm_type(to);
  const auto mode = directed(rounding);
  const bool exact = to.bits == 64 ? from.bits < 64 : from.bits < 32;
  if (to.is_half() && !mode.empty()) {
    return directed_to_half(e, double_for_half(e, value, from), to, mode);
  }
  if (mode.empty() || exact) {
    return from.is_signed() ? b.CreateSIToFP(value, type) : b.CreateUIToFP(value, type);
  }
  const auto name = std::string("__") + (from.is_signed() ? "" : "u") +
                    (from.bits == 32 ? "int" : "ll") + "2" + (to.bits == 32 ? "float" : "double") +
                    "_" + mode.str();
  return e.library(name, type, {value});
}

// Always within the range of `to`.
Value* float_to_integer(Emitter& e, Value* value, Type from, Type to, StringRef rounding) {
  if (from.is_half()) {
    value = e.b.CreateFPExt(value, e.b.getFloatTy());
    from = {Type::Kind::kFloat, 32};
  }
  Type through = to;
  through.bits = std::max(to.bits, 32u);
  auto* result = e.library("__ptx_cvt_" + rounding + "_" + name_of(through) + "_" + name_of(from),
                           e.llvm_type(through), {value});
  return through.bits == to.bits ? result : limit(e, result, through, to);
}

Value* float_to_float(Emitter& e, Value* value, Type from, Type to, StringRef rounding) {
  auto& b = e.b;
  auto* type = e.llvm_type(to);
  if (from.bits == to.bits && from.is_brain != to.is_brain) {
    return b.CreateFPTrunc(b.CreateFPExt(value, b.getFloatTy()), type);
  }
  if (from.bits < to.bits) return b.CreateFPExt(value, type);
  if (from.bits > to.bits) {
    const auto mode = directed(rounding);
    if (to.is_half() && !mode.empty()) return directed_to_half(e, value, to, mode);
    return mode.empty() ? b.CreateFPTrunc(value, type)
                        : e.library("__double2float_" + mode, type, {value});
  }
  if (rounding.empty()) return value;
  const auto id = StringSwitch<Intrinsic::ID>(rounding)
                      .Case("rni", Intrinsic::rint)
                      .Case("rzi", Intrinsic::trunc)
                      .Case("rmi", Intrinsic::floor)
                      .Case("rpi", Intrinsic::ceil)
                      .Default(Intrinsic::not_intrinsic);
  if (id != Intrinsic::not_intrinsic) return e.intrinsic(id, {value}, {type});
  e.fail("a rounding to integers is needed");
  return value;
}

// What tensor cores take of a float: 10 bits of the mantissa. rna: a half goes away from zero. What
// is no number is rounded by rna as a number is, as an H200 does, but never up into the sign.
Value* float_to_tf32(Emitter& e, Value* value, StringRef rounding, bool is_finite) {
  auto& b = e.b;
  constexpr unsigned kDropped = 0x1fff, kHalf = 0x1000, kLargest = 0x7fffe000, kSign = 1u << 31;
  constexpr unsigned kExponent = 0x7f800000;
  const bool away = rounding == "rna";
  auto* bits = b.CreateBitCast(value, b.getInt32Ty());
  Value* size = b.CreateAnd(bits, ~kSign);
  if (away)
    size =
        e.intrinsic(Intrinsic::umin, {size, b.getInt32(kLargest | (kHalf - 1))}, {size->getType()});
  Value* bias = b.getInt32(away ? kHalf : 0);
  if (rounding == "rn") {
    bias = b.CreateAdd(b.CreateAnd(b.CreateLShr(size, 13), 1), b.getInt32(kHalf - 1));
  }
  size = b.CreateAnd(b.CreateAdd(size, bias), ~kDropped);
  if (is_finite) {
    auto* infinite = b.CreateICmpUGE(size, b.getInt32(kExponent));
    size = b.CreateSelect(infinite, b.CreateSub(size, b.getInt32(kDropped + 1)), size);
  }
  auto* result = b.CreateOr(size, b.CreateAnd(bits, kSign));
  if (away) return result;
  return b.CreateSelect(b.CreateFCmpUNO(value, value), b.getInt32(kLargest), result);
}

// .satfinite: the largest number of the sign in place of infinity.
Value* finite(Emitter& e, Value* value) {
  auto& b = e.b;
  auto* type = value->getType();
  const auto most = APFloat::getLargest(type->getScalarType()->getFltSemantics());
  auto* infinite =
      b.CreateFCmpOEQ(e.intrinsic(Intrinsic::fabs, {value}, {type}), ConstantFP::getInfinity(type));
  auto* largest = e.intrinsic(Intrinsic::copysign, {ConstantFP::get(type, most), value}, {type});
  return b.CreateSelect(infinite, largest, value);
}

// cvt.rn.f16x2.f32 d, a, b: a becomes the upper half.
void emit_pair(Emitter& e, Type to, StringRef rounding) {
  auto& b = e.b;
  const bool positive = e.take("relu"), is_finite = e.take("satfinite");
  const auto from = e.need_type();
  e.expect_operands(3, 3);
  if (!from.is_float() || from.bits != 32 || from.is_packed) return e.fail("type .f32 is needed");
  if (rounding != "rn" && rounding != "rz") return e.fail("pairs are rounded by .rn or .rz");
  auto* type = e.llvm_type(to);
  Value* both = PoisonValue::get(type);
  for (unsigned k = 0; k < 2; ++k) {
    auto* value = e.in(2 - k, from);
    auto* half = rounding == "rz" ? directed_to_half(e, value, to, "rz")
                                  : b.CreateFPTrunc(value, type->getScalarType());
    both = b.CreateInsertElement(both, half, k);
  }
  if (is_finite) both = finite(e, both);
  if (positive) both = at_least_zero(e, both);
  e.out(0, both);
}

}  // namespace

void emit_cvt(Emitter& e) {
  if (e.take("pack")) return emit_cvt_pack(e);
  if (e.take("tf32")) {
    const auto mode = e.need_any({"rna", "rn", "rz"});
    const bool is_finite = e.take("satfinite"), positive = e.take("relu");
    const auto from = e.need_type();
    e.expect_operands(2, 2);
    if (!from.is_float() || from.bits != 32) return e.fail("tf32 is made of f32");
    auto* value = e.in(1, from);
    if (positive) value = at_least_zero(e, value);
    return e.out(0, float_to_tf32(e, value, mode, is_finite));
  }
  const auto rounding = e.take_any({"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"});
  if (emit_cvt_narrow(e, rounding)) return;
  const bool flushes = e.take("ftz"), saturates = e.take("sat");
  const auto to = e.need_type();
  if (to.is_packed) return emit_pair(e, to, rounding);
  const bool positive = e.take("relu"), is_finite = e.take("satfinite");
  const auto from = e.need_type();
  e.expect_operands(2, 2);
  if (is_finite && (!to.is_half() || !from.is_float() || from.bits != 32)) {
    return e.fail(".satfinite needs a type of 16 bits made of f32");
  }
  if (from.is_packed) return e.fail("no conversion of this type");
  if (to.is_predicate() || from.is_predicate() || to.bits > 64 || from.bits > 64) {
    return e.fail("no conversion of this type");
  }
  auto* value = e.in(1, from, true);
  if (flushes) value = flush(e, value);
  Value* result = nullptr;
  if (from.is_float() && to.is_float()) {
    if (from.bits > to.bits && rounding.empty()) return e.fail("a rounding is missing");
    result = float_to_float(e, value, from, to, rounding);
  } else if (from.is_float()) {
    if (!rounding.ends_with("i")) return e.fail("a rounding to integers is missing");
    result = float_to_integer(e, value, from, to, rounding);
  } else if (to.is_float()) {
    if (rounding.empty() || rounding.ends_with("i")) return e.fail("a rounding is missing");
    result = integer_to_float(e, value, from, to, rounding);
  } else {
    if (!rounding.empty()) return e.fail("a rounding between integers");
    result = saturates ? limit(e, value, from, to) : extend(e, value, from, to.bits);
  }
  if (to.is_float()) {
    if (is_finite) result = finite(e, result);
    if (positive) result = at_least_zero(e, result);
    if (saturates) result = saturate(e, result);
    if (flushes) result = flush(e, result);
  }
  e.out_extended(0, result, to);
}

}  // namespace heddle::ptx
