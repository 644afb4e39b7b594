// SPDX-License-Identifier: Apache-2.0
// Operations on two halves or four bytes of a word (PTX ISA, "SIMD Video Instructions") and on
// whole words with a second operation (PTX ISA, "Scalar Video Instructions").
//
// Not taken: selectors of bytes and masks (a.b7654, d.b10): the whole of a, b and d only. Nor a
// scalar one's .min and .max with c, of which an H200 makes something else than the text says, nor
// vmad, vshl, vshr.
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

Type need_word(Emitter& e) {
  const auto type = e.need_type();
  if (type.bits != 32 || type.is_float() || type.kind == Type::Kind::kBits)
    e.fail("video instructions take .u32 and .s32");
  return type;
}

// One part of a or b is read with two bits more than it has, so that no operation overflows.
struct Parts {
  Emitter& e;
  unsigned count;  // 1, 2 or 4
  unsigned bits() const { return 32 / count; }
  llvm::Type* narrow() const { return of(e.b.getIntNTy(bits())); }
  llvm::Type* wide() const { return of(e.b.getIntNTy(count == 1 ? 64 : 32)); }
  llvm::Type* of(llvm::Type* part) const {
    return count == 1 ? part : FixedVectorType::get(part, count);
  }

  Value* read(unsigned operand, Type type) const {
    auto* word = e.in(operand, {Type::Kind::kBits, 32});
    auto* parts = e.b.CreateBitCast(word, narrow());
    return type.is_signed() ? e.b.CreateSExt(parts, wide()) : e.b.CreateZExt(parts, wide());
  }
  Constant* number(std::int64_t value) const {
    return ConstantInt::get(wide(), static_cast<std::uint64_t>(value), /*IsSigned=*/true);
  }
  Value* limit(Value* value, Type type) const {
    const std::int64_t range = std::int64_t{1} << bits();
    auto* least = number(type.is_signed() ? -range / 2 : 0);
    auto* most = number(type.is_signed() ? range / 2 - 1 : range - 1);
    value = e.intrinsic(Intrinsic::smax, {value, least}, {wide()});
    return e.intrinsic(Intrinsic::smin, {value, most}, {wide()});
  }
  Value* word(Value* value) const {
    return e.b.CreateBitCast(e.b.CreateTrunc(value, narrow()), e.b.getInt32Ty());
  }
  // Of what the parts are as the instruction's type.
  Value* sum(Value* value) const {
    Value* total = e.b.getInt32(0);
    for (unsigned k = 0; k < count; ++k)
      total = e.b.CreateAdd(total,
                            e.b.CreateTrunc(e.b.CreateExtractElement(value, k), e.b.getInt32Ty()));
    return total;
  }
};

Value* compute(Emitter& e, StringRef op, Value* x, Value* y, const Parts& parts) {
  auto& b = e.b;
  auto* type = parts.wide();
  if (op == "vadd") return b.CreateAdd(x, y);
  if (op == "vsub") return b.CreateSub(x, y);
  if (op == "vabsdiff")
    return e.intrinsic(Intrinsic::abs, {b.CreateSub(x, y), b.getFalse()}, {type});
  if (op == "vmin") return e.intrinsic(Intrinsic::smin, {x, y}, {type});
  if (op == "vmax") return e.intrinsic(Intrinsic::smax, {x, y}, {type});
  // vavrg: rounded, halves away from zero.
  auto* both = b.CreateAdd(x, y);
  auto* up = b.CreateZExt(b.CreateICmpSGE(both, parts.number(0)), type);
  return b.CreateAShr(b.CreateAdd(both, up), parts.number(1));
}

Value* compare(Emitter& e, StringRef how, Value* x, Value* y, const Parts& parts) {
  const auto predicate = StringSwitch<CmpInst::Predicate>(how)
                             .Case("eq", CmpInst::ICMP_EQ)
                             .Case("ne", CmpInst::ICMP_NE)
                             .Case("lt", CmpInst::ICMP_SLT)
                             .Case("le", CmpInst::ICMP_SLE)
                             .Case("gt", CmpInst::ICMP_SGT)
                             .Default(CmpInst::ICMP_SGE);
  return e.b.CreateZExt(e.b.CreateICmp(predicate, x, y), parts.wide());
}

}  // namespace

// vadd2 .. vset4: the last letter of the opcode is the number of parts. vadd vsub vabsdiff vmin
// vmax vset: one part.
void emit_video(Emitter& e) {
  StringRef op = e.instruction().opcode;
  unsigned count = 1;
  if (op.ends_with("2") || op.ends_with("4")) {
    count = op.ends_with("2") ? 2 : 4;
    op = op.drop_back();
  }
  const Parts parts{e, count};
  const bool compares = op == "vset";
  // vset has no type of the result, which is 0 or 1.
  const Type result = compares ? Type{Type::Kind::kUnsigned, 32} : need_word(e);
  const auto type_a = need_word(e), type_b = need_word(e);
  const auto how = compares ? e.need_any({"eq", "ne", "lt", "le", "gt", "ge"}) : StringRef();
  const bool saturates = !compares && e.take("sat");
  const bool adds = e.take("add");
  const bool takes_c = count > 1 || adds;
  e.expect_operands(takes_c ? 4 : 3, takes_c ? 4 : 3);
  if (count > 1 && saturates && adds) return e.fail(".sat with .add");
  auto *x = parts.read(1, type_a), *y = parts.read(2, type_b);
  auto* value = compares ? compare(e, how, x, y, parts) : compute(e, op, x, y, parts);
  if (saturates) value = parts.limit(value, result);
  if (count == 1) {
    auto* word = parts.word(value);
    return e.out(0, adds ? e.b.CreateAdd(word, e.in(3, {Type::Kind::kBits, 32})) : word);
  }
  // All parts are written, so that nothing of c stays but where it is added to.
  auto* c = e.in(3, {Type::Kind::kBits, 32});
  e.out(0, adds ? e.b.CreateAdd(parts.sum(value), c) : parts.word(value));
}

}  // namespace heddle::ptx
