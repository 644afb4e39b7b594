// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic with carries, logic and shifts (PTX ISA, "Integer Arithmetic Instructions",
// "Extended-Precision Integer Arithmetic", "Logic and Shift Instructions").
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

using Opcode = StringRef;

// a + b + carry or a - b - borrow; notes the carry where the instruction asks for it.
Value* sum(Emitter& e, Value* x, Value* y, bool subtract, bool uses_carry, bool sets_carry) {
  auto& b = e.b;
  auto* result = subtract ? b.CreateSub(x, y) : b.CreateAdd(x, y);
  Value* carry = subtract ? b.CreateICmpULT(x, y) : b.CreateICmpULT(result, x);
  auto* slot = e.statement().carry;
  if (uses_carry) {
    auto* first = result;
    auto* in = b.CreateZExt(b.CreateLoad(b.getInt1Ty(), slot), x->getType());
    result = subtract ? b.CreateSub(first, in) : b.CreateAdd(first, in);
    carry =
        b.CreateOr(carry, subtract ? b.CreateICmpULT(first, in) : b.CreateICmpULT(result, first));
  }
  if (sets_carry) b.CreateStore(carry, slot);
  return result;
}

Value* product(Emitter& e, Value* x, Value* y, Type type, StringRef half) {
  auto& b = e.b;
  if (half == "lo") return b.CreateMul(x, y);
  auto* wide = b.getIntNTy(2 * type.bits);
  const auto extend = [&](Value* v) {
    return type.is_signed() ? b.CreateSExt(v, wide) : b.CreateZExt(v, wide);
  };
  auto* all = b.CreateMul(extend(x), extend(y));
  return half == "wide" ? all : b.CreateTrunc(b.CreateLShr(all, type.bits), x->getType());
}

Value* limited_sum(Emitter& e, Value* x, Value* y, bool subtract) {
  return e.intrinsic(subtract ? Intrinsic::ssub_sat : Intrinsic::sadd_sat, {x, y}, {x->getType()});
}

}  // namespace

// add sub addc subc div rem min max abs neg
void emit_arithmetic(Emitter& e) {
  auto& b = e.b;
  const Opcode op = e.instruction().opcode;
  const auto type = e.need_type();
  if (type.is_float()) return emit_float_operation(e, type);
  if (type.is_predicate()) return e.fail("arithmetic on predicates");
  const bool one = op == "abs" || op == "neg";
  e.expect_operands(one ? 2 : 3, one ? 2 : 3);
  auto* x = e.in(1, type);
  auto* integer = x->getType();
  if (op == "abs") return e.out(0, e.intrinsic(Intrinsic::abs, {x, b.getFalse()}, {integer}));
  if (op == "neg") return e.out(0, b.CreateNeg(x));
  auto* y = e.in(2, type);
  if (op == "div") return e.out(0, type.is_signed() ? b.CreateSDiv(x, y) : b.CreateUDiv(x, y));
  if (op == "rem") return e.out(0, type.is_signed() ? b.CreateSRem(x, y) : b.CreateURem(x, y));
  if (op == "min" || op == "max") {
    const auto id = op == "min" ? (type.is_signed() ? Intrinsic::smin : Intrinsic::umin)
                                : (type.is_signed() ? Intrinsic::smax : Intrinsic::umax);
    return e.out(0, e.intrinsic(id, {x, y}, {integer}));
  }
  const bool subtract = op.starts_with("sub");
  const bool sets_carry = e.take("cc");
  if (e.take("sat")) {
    if (!type.is_signed() || type.bits != 32) return e.fail(".sat needs .s32");
    return e.out(0, limited_sum(e, x, y, subtract));
  }
  e.out(0, sum(e, x, y, subtract, op.ends_with("c"), sets_carry));
}

// mul mad madc
void emit_multiply(Emitter& e) {
  const Opcode op = e.instruction().opcode;
  const auto type = e.need_type();
  if (type.is_float()) return op == "mul" ? emit_float_operation(e, type) : emit_fused(e, type);
  const auto half = e.need_any({"lo", "hi", "wide"});
  const bool adds = op != "mul";
  e.expect_operands(adds ? 4 : 3, adds ? 4 : 3);
  auto result_type = type;
  if (half == "wide") {
    if (type.bits > 32) return e.fail(".wide needs a type of 16 or 32 bits");
    result_type.bits *= 2;
  }
  auto* result = product(e, e.in(1, type), e.in(2, type), type, half);
  if (adds) {
    auto* addend = e.in(3, result_type);
    const bool sets_carry = e.take("cc");
    if (e.take("sat")) {
      if (!type.is_signed() || type.bits != 32 || half != "hi") return e.fail(".sat needs .hi.s32");
      result = limited_sum(e, result, addend, false);
    } else {
      result = sum(e, result, addend, false, op == "madc", sets_carry);
    }
  }
  e.out(0, result);
}

// and or xor not cnot shl shr
void emit_logic(Emitter& e) {
  auto& b = e.b;
  const Opcode op = e.instruction().opcode;
  const auto type = e.need_type();
  if (type.is_float()) return e.fail("bits of a floating-point type");
  const bool one = op == "not" || op == "cnot";
  e.expect_operands(one ? 2 : 3, one ? 2 : 3);
  auto* x = e.in(1, type);
  if (op == "not") return e.out(0, b.CreateNot(x));
  if (op == "cnot") return e.out(0, b.CreateZExt(b.CreateIsNull(x), x->getType()));
  if (op == "shl" || op == "shr") {
    // Amounts above the width count as the width.
    auto* amount = e.in(2, {Type::Kind::kUnsigned, 32});
    auto* last = b.getInt32(type.bits - 1);
    auto* inside = b.CreateICmpULE(amount, last);
    auto* safe = b.CreateZExtOrTrunc(b.CreateSelect(inside, amount, last), x->getType());
    if (op == "shr" && type.is_signed()) return e.out(0, b.CreateAShr(x, safe));
    auto* shifted = op == "shl" ? b.CreateShl(x, safe) : b.CreateLShr(x, safe);
    return e.out(0, b.CreateSelect(inside, shifted, ConstantInt::get(x->getType(), 0)));
  }
  auto* y = e.in(2, type);
  e.out(0, op == "and" ? b.CreateAnd(x, y) : op == "or" ? b.CreateOr(x, y) : b.CreateXor(x, y));
}

// popc clz brev
void emit_bit_count(Emitter& e) {
  auto& b = e.b;
  const Opcode op = e.instruction().opcode;
  const auto type = e.need_type();
  e.expect_operands(2, 2);
  auto* x = e.in(1, type);
  auto* integer = x->getType();
  if (op == "brev") return e.out(0, e.intrinsic(Intrinsic::bitreverse, {x}, {integer}));
  auto* count = op == "popc" ? e.intrinsic(Intrinsic::ctpop, {x}, {integer})
                             : e.intrinsic(Intrinsic::ctlz, {x, b.getFalse()}, {integer});
  e.out(0, b.CreateZExtOrTrunc(count, b.getInt32Ty()));
}

}  // namespace heddle::ptx
