// SPDX-License-Identifier: Apache-2.0
// cvt between pairs of floats of 8, 6 and 4 bits and f32, f16x2 and bf16x2 (PTX ISA, "cvt"). The
// device library has the arithmetic (src/devicelib/ptx_narrow_floats.cu); of f32 operand a becomes
// the upper number.
#include "ptx/emit_cvt_narrow.h"

#include "llvm/IR/Intrinsics.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr StringLiteral kScale = "ue8m0x2";  // powers of two without a sign

unsigned bits_of(StringRef narrow) {
  return narrow == "e2m1x2" ? 8 : 16;
}

void emit_to_narrow(Emitter& e, StringRef to, StringRef rounding) {
  auto& b = e.b;
  const bool is_scale = to == kScale, finite = e.take("satfinite");
  const bool positive = !is_scale && e.take("relu");
  const auto from = e.need_type();
  if (!e.error().empty()) return;
  if (is_scale ? rounding != "rz" && rounding != "rp" : rounding != "rn") {
    return e.fail(is_scale ? "the rounding is .rz or .rp" : "the rounding is .rn");
  }
  if (!is_scale && !finite) return e.fail(".satfinite is missing");
  const bool is_pair = from.is_packed && from.is_brain == is_scale;
  if (!is_pair && (!from.is_float() || from.is_packed || from.bits != 32)) {
    return e.fail("no conversion of this type");
  }
  e.expect_operands(is_pair ? 2 : 3, is_pair ? 2 : 3);
  if (!e.error().empty()) return;

  Value *low = nullptr, *high = nullptr;
  if (is_pair) {
    auto* both = e.in(1, from);
    low = b.CreateFPExt(b.CreateExtractElement(both, std::uint64_t{0}), b.getFloatTy());
    high = b.CreateFPExt(b.CreateExtractElement(both, 1), b.getFloatTy());
  } else {
    high = e.in(1, from);
    low = e.in(2, from);
  }
  if (positive) {
    low = at_least_zero(e, low);
    high = at_least_zero(e, high);
  }
  auto name = ("__ptx_cvt_" + to).str();
  if (is_scale) name += ("_" + rounding).str() + (finite ? "_satfinite" : "");
  e.out(0, e.library(name, b.getIntNTy(bits_of(to)), {high, low}));
}

// Exact.
void emit_from_narrow(Emitter& e, StringRef from, StringRef rounding) {
  auto& b = e.b;
  const bool is_scale = from == kScale;
  const bool positive = !is_scale && e.take("relu");
  const auto to = e.need_type();
  e.expect_operands(2, 2);
  if (!e.error().empty()) return;
  if (rounding != "rn") return e.fail("the rounding is .rn");
  if (!to.is_packed || to.is_brain != is_scale) return e.fail("no conversion to this type");
  auto* word = e.library("__ptx_cvt_" + from + "_widen", b.getInt32Ty(),
                         {e.in(1, {Type::Kind::kBits, bits_of(from)})});
  auto* both = b.CreateBitCast(word, e.llvm_type(to));
  e.out(0, positive ? at_least_zero(e, both) : both);
}

}  // namespace

Value* at_least_zero(Emitter& e, Value* value) {
  auto* type = value->getType();
  return e.intrinsic(Intrinsic::maximum, {value, ConstantFP::get(type, 0.0)}, {type});
}

bool emit_cvt_narrow(Emitter& e, StringRef rounding) {
  const auto narrow = e.take_any({"e4m3x2", "e5m2x2", "e3m2x2", "e2m3x2", "e2m1x2", kScale});
  if (narrow.empty()) return false;
  // The type of the source stands last.
  if (e.instruction().modifiers.back() == narrow) {
    emit_from_narrow(e, narrow, rounding);
  } else {
    emit_to_narrow(e, narrow, rounding);
  }
  return true;
}

}  // namespace heddle::ptx
