// SPDX-License-Identifier: Apache-2.0
// cvt.pack (PTX ISA, "cvt.pack"): two integers of 32 bits, limited to a narrower type, side by
// side; b becomes the lower one. Of types below 16 bits the bits of c come above, moved up by both.
#include "ptx/emit_cvt_pack.h"

#include "llvm/IR/Intrinsics.h"

namespace heddle::ptx {

using namespace llvm;

void emit_cvt_pack(Emitter& e) {
  if (!e.take("sat")) return e.fail(".sat is missing");
  const auto name = e.need_any({"s2", "u2", "s4", "u4", "s8", "u8", "s16", "u16"});
  const auto from = e.need_any({"s32", "u32"});
  if (!e.error().empty()) return;
  unsigned bits = 0;
  StringRef(name).drop_front().getAsInteger(10, bits);
  const bool joins = bits < 16;
  if (joins && !e.take("b32")) return e.fail("type .b32 of the third operand is missing");
  e.expect_operands(joins ? 4 : 3, joins ? 4 : 3);
  if (!e.error().empty()) return;

  auto& b = e.b;
  auto* wide = b.getInt64Ty();
  const bool keeps_sign = StringRef(name).front() == 's', has_sign = StringRef(from).front() == 's';
  const auto most = (std::int64_t{1} << (keeps_sign ? bits - 1 : bits)) - 1;
  const auto least = keeps_sign ? -most - 1 : 0;
  const Type word{has_sign ? Type::Kind::kSigned : Type::Kind::kUnsigned, 32};
  const auto limited = [&](unsigned operand) {
    Value* value = e.in(operand, word);
    value = has_sign ? b.CreateSExt(value, wide) : b.CreateZExt(value, wide);
    value = e.intrinsic(Intrinsic::smax, {value, b.getInt64(least)}, {wide});
    value = e.intrinsic(Intrinsic::smin, {value, b.getInt64(most)}, {wide});
    return b.CreateAnd(b.CreateTrunc(value, b.getInt32Ty()), (1u << bits) - 1);
  };
  auto* packed = b.CreateOr(b.CreateShl(limited(1), bits), limited(2));
  if (joins) {
    packed = b.CreateOr(packed, b.CreateShl(e.in(3, {Type::Kind::kBits, 32}), 2 * bits));
  }
  e.out(0, packed);
}

}  // namespace heddle::ptx
