// SPDX-License-Identifier: Apache-2.0
// setp, set, selp, slct (PTX ISA, "Comparison and Selection Instructions").
#include "llvm/ADT/StringSwitch.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr StringRef kComparisons[] = {"eq", "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi",
                                      "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

CmpInst::Predicate of_floats(StringRef name) {
  return StringSwitch<CmpInst::Predicate>(name)
      .Case("eq", CmpInst::FCMP_OEQ)
      .Case("ne", CmpInst::FCMP_ONE)
      .Case("lt", CmpInst::FCMP_OLT)
      .Case("le", CmpInst::FCMP_OLE)
      .Case("gt", CmpInst::FCMP_OGT)
      .Case("ge", CmpInst::FCMP_OGE)
      .Case("equ", CmpInst::FCMP_UEQ)
      .Case("neu", CmpInst::FCMP_UNE)
      .Case("ltu", CmpInst::FCMP_ULT)
      .Case("leu", CmpInst::FCMP_ULE)
      .Case("gtu", CmpInst::FCMP_UGT)
      .Case("geu", CmpInst::FCMP_UGE)
      .Case("num", CmpInst::FCMP_ORD)
      .Case("nan", CmpInst::FCMP_UNO)
      .Default(CmpInst::BAD_FCMP_PREDICATE);
}

CmpInst::Predicate of_integers(StringRef name, bool is_signed) {
  return StringSwitch<CmpInst::Predicate>(name)
      .Case("eq", CmpInst::ICMP_EQ)
      .Case("ne", CmpInst::ICMP_NE)
      .Case("lt", is_signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
      .Case("le", is_signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
      .Case("gt", is_signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
      .Case("ge", is_signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
      .Case("lo", CmpInst::ICMP_ULT)
      .Case("ls", CmpInst::ICMP_ULE)
      .Case("hi", CmpInst::ICMP_UGT)
      .Case("hs", CmpInst::ICMP_UGE)
      .Default(CmpInst::BAD_ICMP_PREDICATE);
}

Value* compare(Emitter& e, StringRef name, Type type, Value* x, Value* y) {
  const auto predicate = type.is_float() ? of_floats(name) : of_integers(name, type.is_signed());
  if (predicate == CmpInst::BAD_FCMP_PREDICATE || predicate == CmpInst::BAD_ICMP_PREDICATE) {
    e.fail("no comparison ." + name + " of this type");
    return e.b.getFalse();
  }
  return e.b.CreateCmp(predicate, x, y);
}

// The comparison of operands 1 and 2, and how operand 3 joins in.
struct Comparison {
  Value* holds;
  StringRef join;
  Value* other = nullptr;

  Value* joined(Emitter& e, Value* value) const {
    if (join == "and") return e.b.CreateAnd(value, other);
    if (join == "or") return e.b.CreateOr(value, other);
    if (join == "xor") return e.b.CreateXor(value, other);
    return value;
  }
};

Comparison comparison(Emitter& e, Type type) {
  const auto name = e.need_any(kComparisons);
  const auto join = e.take_any({"and", "or", "xor"});
  const bool flushes = e.take("ftz");
  e.expect_operands(join.empty() ? 3 : 4, join.empty() ? 3 : 4);
  auto *x = e.in(1, type), *y = e.in(2, type);
  if (flushes) x = flush(e, x), y = flush(e, y);
  Comparison result{compare(e, name, type, x, y), join};
  if (!join.empty()) result.other = e.in(3, {Type::Kind::kPredicate, 1});
  return result;
}

}  // namespace

void emit_setp(Emitter& e) {
  const auto type = e.need_type();
  const auto result = comparison(e, type);
  const auto& to = e.operand(0);
  if (type.is_packed) {
    // p|q: of the lower number, of the upper one.
    if (to.kind != Operand::Kind::kPair) return e.fail("p|q is needed");
    for (unsigned k = 0; k < 2; ++k) {
      e.write(to.parts[k], result.joined(e, e.b.CreateExtractElement(result.holds, k)));
    }
    return;
  }
  if (to.kind != Operand::Kind::kPair) return e.out(0, result.joined(e, result.holds));
  auto* first = result.joined(e, result.holds);
  auto* second = result.joined(e, e.b.CreateNot(result.holds));
  e.write(to.parts[0], first);
  e.write(to.parts[1], second);
}

void emit_set(Emitter& e) {
  const auto result_type = e.need_type(), type = e.need_type();
  // Of halves the result may be as long as they are; of pairs it is two results.
  const bool of_halves = type.is_half();
  if (result_type.is_packed ? !type.is_packed : result_type.bits != 32 && !of_halves) {
    return e.fail("the result is of 32 bits");
  }
  if (result_type.is_half() && !result_type.is_packed && type.is_packed) {
    return e.fail("two results are needed");
  }
  const auto result = comparison(e, type);
  auto* holds = result.joined(e, result.holds);
  if (result_type.is_float()) {
    auto* to = e.llvm_type(result_type);
    return e.out(0, e.b.CreateSelect(holds, ConstantFP::get(to, 1.0), ConstantFP::get(to, 0.0)));
  }
  if (!type.is_packed) return e.out(0, e.b.CreateSExt(holds, e.llvm_type(result_type)));
  auto* masks = e.b.CreateSExt(holds, FixedVectorType::get(e.b.getInt16Ty(), 2));
  e.out(0, e.b.CreateBitCast(masks, e.b.getInt32Ty()));
}

void emit_selp(Emitter& e) {
  const auto type = e.need_type();
  e.expect_operands(4, 4);
  auto* condition = e.in(3, {Type::Kind::kPredicate, 1});
  e.out(0, e.b.CreateSelect(condition, e.in(1, type), e.in(2, type)));
}

void emit_slct(Emitter& e) {
  const auto type = e.need_type(), of_sign = e.need_type();
  const bool flushes = e.take("ftz");
  e.expect_operands(4, 4);
  auto* sign = e.in(3, of_sign);
  if (flushes) sign = flush(e, sign);
  auto* zero = Constant::getNullValue(sign->getType());
  auto* condition =
      of_sign.is_float() ? e.b.CreateFCmpOGE(sign, zero) : e.b.CreateICmpSGE(sign, zero);
  e.out(0, e.b.CreateSelect(condition, e.in(1, type), e.in(2, type)));
}

}  // namespace heddle::ptx
