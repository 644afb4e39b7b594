// SPDX-License-Identifier: Apache-2.0
// Floating-point arithmetic (PTX ISA, "Floating Point Instructions"). Directed roundings are the
// functions of the device library that CUDA C++ has; approximations are its fast functions.
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/ADT/StringSwitch.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

Value* flush(Emitter& e, Value* value) {
  if (!value->getType()->isFloatTy()) return value;
  auto& b = e.b;
  auto* size = e.intrinsic(Intrinsic::fabs, {value}, {value->getType()});
  auto* smallest = ConstantFP::get(value->getType(), 0x1p-126);
  auto* zero = e.intrinsic(Intrinsic::copysign, {ConstantFP::get(value->getType(), 0.0), value},
                           {value->getType()});
  return b.CreateSelect(b.CreateFCmpOLT(size, smallest), zero, value);
}

Value* saturate(Emitter& e, Value* value) {
  auto* type = value->getType();
  auto* low = e.intrinsic(Intrinsic::maximumnum, {value, ConstantFP::get(type, 0.0)}, {type});
  return e.intrinsic(Intrinsic::minimumnum, {low, ConstantFP::get(type, 1.0)}, {type});
}

namespace {

// An operation with what its modifiers ask for around it.
class Operation {
 public:
  Operation(Emitter& e, Type type)
      : e_(e),
        type_(type),
        flushes_(e.take("ftz")),
        saturates_(e.take("sat")),
        positive_(e.take("relu")) {
    const StringRef op = e.instruction().opcode;
    if (positive_ && !type.is_half()) e.fail(".relu needs a type of 16 bits");
    if (flushes_ && type.is_half())
      flushes_ = false;  // bfloats and halves keep denormals here
    else if (flushes_ && type.bits != 32 && op != "rcp" && op != "rsqrt")
      e.fail(".ftz needs .f32");
  }

  SmallVector<Value*, 3> operands(unsigned count) {
    e_.expect_operands(count + 1, count + 1);
    SmallVector<Value*, 3> result;
    for (unsigned k = 1; k <= count; ++k) {
      auto* value = e_.in(k, type_);
      result.push_back(flushes_ ? flush(e_, value) : value);
    }
    return result;
  }
  void result(Value* value) {
    if (saturates_) value = saturate(e_, value);
    if (positive_) {
      auto* type = value->getType();
      value = e_.intrinsic(Intrinsic::maximum, {value, ConstantFP::get(type, 0.0)}, {type});
    }
    e_.out(0, flushes_ ? flush(e_, value) : value);
  }
  // Of a * b, or a * b + c. What is too small before it is rounded is zero: 2^64 times as much,
  // which is not rounded to a denormal number, says how small it was.
  void result_of_product(Value* value, ArrayRef<Value*> x) {
    if (!flushes_) return result(value);
    auto& b = e_.b;
    auto* type = value->getType();
    const auto large = [&](Value* y) { return b.CreateFMul(y, ConstantFP::get(type, 0x1p64)); };
    auto* scaled = x.size() == 2
                       ? b.CreateFMul(large(x[0]), x[1])
                       : e_.intrinsic(Intrinsic::fma, {large(x[0]), x[1], large(x[2])}, {type});
    auto* size = e_.intrinsic(Intrinsic::fabs, {scaled}, {type});
    auto* zero = e_.intrinsic(Intrinsic::copysign, {ConstantFP::get(type, 0.0), scaled}, {type});
    auto* small = b.CreateFCmpOLT(size, ConstantFP::get(type, 0x1p-62));
    result(b.CreateSelect(small, zero, value));
  }

 private:
  Emitter& e_;
  Type type_;
  bool flushes_, saturates_, positive_;
};

// "rz", "ru", "rd" as CUDA C++ calls them; empty for the nearest.
StringRef take_rounding(Emitter& e) {
  return StringSwitch<StringRef>(e.take_any({"rn", "rz", "rm", "rp"}))
      .Case("rz", "rz")
      .Case("rm", "rd")
      .Case("rp", "ru")
      .Default("");
}

Value* directed(Emitter& e, StringRef operation, StringRef rounding, Type type,
                ArrayRef<Value*> operands) {
  if (type.is_half()) e.fail("only .rn is there for types of 16 bits");
  const auto name = operation == "fma" ? (type.bits == 32 ? "__fmaf_" : "__fma_") + rounding.str()
                                       : (type.bits == 32 ? "__f" : "__d") + operation.str() + "_" +
                                             rounding.str();
  return e.library(name, e.llvm_type(type), operands);
}

Value* nearest(Emitter& e, StringRef op, ArrayRef<Value*> x) {
  auto& b = e.b;
  auto* type = x[0]->getType();
  if (op == "add") return b.CreateFAdd(x[0], x[1]);
  if (op == "sub") return b.CreateFSub(x[0], x[1]);
  if (op == "mul") return b.CreateFMul(x[0], x[1]);
  if (op == "div") return b.CreateFDiv(x[0], x[1]);
  if (op == "rcp") return b.CreateFDiv(ConstantFP::get(type, 1.0), x[0]);
  if (op == "sqrt") return e.intrinsic(Intrinsic::sqrt, {x[0]}, {type});
  e.fail("no such operation on floating-point values");
  return x[0];
}

// min and max; with .xorsign.abs of the magnitudes, with the product's sign.
void emit_extremum(Emitter& e, Type type) {
  Operation operation(e, type);
  const bool keeps_nan = e.take("NaN");
  const bool of_magnitudes = e.take("xorsign");
  if (of_magnitudes && !e.take("abs")) e.fail(".abs is missing behind .xorsign");
  auto x = operation.operands(2);
  auto* llvm_type = x[0]->getType();
  Value* sign = nullptr;
  if (of_magnitudes) {
    auto* bits = llvm_type->getWithNewType(e.b.getIntNTy(llvm_type->getScalarSizeInBits()));
    sign = e.b.CreateBitCast(
        e.b.CreateXor(e.b.CreateBitCast(x[0], bits), e.b.CreateBitCast(x[1], bits)), llvm_type);
    for (auto*& value : x) value = e.intrinsic(Intrinsic::fabs, {value}, {llvm_type});
  }
  const auto id = e.instruction().opcode == "min"
                      ? (keeps_nan ? Intrinsic::minimum : Intrinsic::minimumnum)
                      : (keeps_nan ? Intrinsic::maximum : Intrinsic::maximumnum);
  auto* value = e.intrinsic(id, x, {llvm_type});
  if (sign) value = e.intrinsic(Intrinsic::copysign, {value, sign}, {llvm_type});
  operation.result(value);
}

}  // namespace

// add sub mul div min max abs neg, and rcp sqrt.
void emit_float_operation(Emitter& e, Type type) {
  const StringRef op = e.instruction().opcode;
  if (op == "min" || op == "max") return emit_extremum(e, type);
  auto* llvm_type = e.llvm_type(type);
  Operation operation(e, type);
  if (op == "abs" || op == "neg") {
    auto* x = operation.operands(1)[0];
    return operation.result(op == "neg" ? e.b.CreateFNeg(x)
                                        : e.intrinsic(Intrinsic::fabs, {x}, {llvm_type}));
  }
  const bool one = op == "rcp" || op == "sqrt";
  const auto approximate = e.take_any({"approx", "full"});
  const auto rounding = approximate.empty() ? take_rounding(e) : "";
  auto x = operation.operands(one ? 1 : 2);
  // The reciprocal of a large number would be denormal, and is 0.
  if (op == "div" && approximate == "approx") {
    auto* const size = e.intrinsic(Intrinsic::fabs, {x[1]}, {llvm_type});
    auto* const is_large = e.b.CreateFCmpOGT(size, ConstantFP::get(llvm_type, 0x1p126));
    auto* const infinity =
        e.intrinsic(Intrinsic::copysign, {ConstantFP::getInfinity(llvm_type), x[1]}, {llvm_type});
    x[1] = e.b.CreateSelect(is_large, infinity, x[1]);
  }
  auto* value = rounding.empty() ? nearest(e, op, x) : directed(e, op, rounding, type, x);
  if (op == "mul" && rounding.empty()) return operation.result_of_product(value, x);
  operation.result(value);
}

void emit_fused(Emitter& e, Type type) {
  if (!type.is_float()) return e.fail("a floating-point type is needed");
  const auto rounding = take_rounding(e);
  Operation operation(e, type);
  const auto x = operation.operands(3);
  if (!rounding.empty()) return operation.result(directed(e, "fma", rounding, type, x));
  operation.result_of_product(e.intrinsic(Intrinsic::fma, x, {e.llvm_type(type)}), x);
}
void emit_fma(Emitter& e) {
  emit_fused(e, e.need_type());
}

namespace {

// In float, which is exact enough.
void emit_half_approximation(Emitter& e, Type type) {
  auto& b = e.b;
  const auto* const name = e.instruction().opcode == "ex2" ? "exp2f" : "tanhf";
  Operation operation(e, type);
  auto* x = operation.operands(1)[0];
  const auto one = [&](Value* value, llvm::Type* half) {
    auto* result = e.library(name, b.getFloatTy(), {b.CreateFPExt(value, b.getFloatTy())});
    return b.CreateFPTrunc(result, half);
  };
  if (!type.is_packed) return operation.result(one(x, x->getType()));
  Value* both = PoisonValue::get(x->getType());
  for (unsigned k = 0; k < 2; ++k) {
    auto* half = one(b.CreateExtractElement(x, k), x->getType()->getScalarType());
    both = b.CreateInsertElement(both, half, k);
  }
  operation.result(both);
}

}  // namespace

// rcp sqrt rsqrt sin cos ex2 lg2 tanh
void emit_approximation(Emitter& e) {
  const StringRef op = e.instruction().opcode;
  const auto type = e.need_type();
  if (!type.is_float()) return e.fail("a floating-point type is needed");
  if (op == "rcp" || op == "sqrt") return emit_float_operation(e, type);
  e.need_any({"approx"});
  if (type.is_half() && (op == "ex2" || op == "tanh")) return emit_half_approximation(e, type);
  Operation operation(e, type);
  const auto name = StringSwitch<StringRef>(op)
                        .Case("sin", "__sinf")
                        .Case("cos", "__cosf")
                        .Case("ex2", "exp2f")
                        .Case("lg2", "__log2f")
                        .Case("tanh", "tanhf")
                        .Default(type.bits == 32 ? "rsqrtf" : "rsqrt");
  if (type.bits == 64 && op != "rsqrt") return e.fail("type .f32 is needed");
  const auto x = operation.operands(1);
  operation.result(e.library(name, e.llvm_type(type), x));
}

void emit_testp(Emitter& e) {
  const auto name =
      e.need_any({"finite", "infinite", "number", "notanumber", "normal", "subnormal"});
  const auto type = e.need_type();
  e.expect_operands(2, 2);
  const auto classes = StringSwitch<unsigned>(name)
                           .Case("finite", fcFinite)
                           .Case("infinite", fcInf)
                           .Case("number", fcFinite | fcInf)
                           .Case("notanumber", fcNan)
                           .Case("normal", fcNormal)
                           .Default(fcSubnormal);
  if (!type.is_float()) return e.fail("a floating-point type is needed");
  auto* x = e.in(1, type);
  e.out(0, e.intrinsic(Intrinsic::is_fpclass, {x, e.b.getInt32(classes)}, {x->getType()}));
}

// The sign of the first, the value of the second.
void emit_copysign(Emitter& e) {
  const auto type = e.need_type();
  if (!type.is_float()) return e.fail("a floating-point type is needed");
  e.expect_operands(3, 3);
  auto *sign = e.in(1, type), *value = e.in(2, type);
  e.out(0, e.intrinsic(Intrinsic::copysign, {value, sign}, {value->getType()}));
}

}  // namespace heddle::ptx
