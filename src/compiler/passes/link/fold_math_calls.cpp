// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/fold_math_calls.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// One call. Its result's type says which of a function's two names it has.
class MathCall {
 public:
  explicit MathCall(CallInst& call) : call_(call), b_(&call), type_(call.getType()) {
    if (isa<FPMathOperator>(call)) b_.setFastMathFlags(call.getFastMathFlags());
  }

  // Null when it stays.
  Value* fold() {
    const auto name = base_name();
    if (name == "pow") return fold_pow(call_.getArgOperand(0), call_.getArgOperand(1));
    if (name == "exp2") return fold_exp2(call_.getArgOperand(0));
    if (name == "fmod") return fold_fmod(call_.getArgOperand(0), call_.getArgOperand(1));
    return nullptr;
  }

 private:
  // "pow" of pow, powf, __nv_pow, __nv_powf and the intrinsic, for the type that each has.
  StringRef base_name() const {
    const auto* callee = call_.getCalledFunction();
    if (!callee || !callee->isDeclaration() || call_.arg_empty()) return {};
    if (!type_->isDoubleTy() && !type_->isFloatTy()) return {};
    for (const auto& argument : call_.args()) {
      if (argument->getType() != type_) return {};
    }
    if (callee->getIntrinsicID() == Intrinsic::pow) return "pow";
    if (callee->getIntrinsicID() == Intrinsic::exp2) return "exp2";
    auto name = callee->getName();
    name.consume_front("__nv_");
    if (type_->isFloatTy() && !name.consume_back("f")) return {};
    return name;
  }

  static const APFloat* constant(Value* value) {
    auto* number = dyn_cast<ConstantFP>(value);
    return number ? &number->getValueAPF() : nullptr;
  }
  Constant* number(double value) const { return ConstantFP::get(type_, value); }

  Value* call(StringRef double_name, ArrayRef<Value*> arguments) {
    SmallVector<Type*, 2> types;
    for (auto* argument : arguments) types.push_back(argument->getType());
    const auto name = double_name.str() + (type_->isFloatTy() ? "f" : "");
    auto* declared = FunctionType::get(type_, types, false);
    const auto function = call_.getModule()->getOrInsertFunction(name, declared);
    auto* made = b_.CreateCall(function, arguments);
    made->setDoesNotAccessMemory();
    made->setDoesNotThrow();
    made->addFnAttr(Attribute::WillReturn);
    return made;
  }

  Value* fold_pow(Value* x, Value* y) {
    if (const auto* exponent = constant(y)) {
      if (exponent->isZero()) return number(1);
      if (exponent->isExactlyValue(1)) return x;
      if (exponent->isExactlyValue(-1)) return b_.CreateFDiv(number(1), x);
      if (exponent->isExactlyValue(2)) return b_.CreateFMul(x, x);
      if (exponent->isExactlyValue(0.5)) return root(x);
    }
    if (const auto* base = constant(x)) {
      if (base->isExactlyValue(1)) return number(1);
      if (base->isExactlyValue(2)) return call("exp2", {y});
      if (base->isExactlyValue(10)) return call("exp10", {y});
    }
    return nullptr;
  }

  // pow(-0, 0.5) is +0 and pow(-inf, 0.5) is +inf, unlike the square roots.
  Value* root(Value* x) {
    auto* positive =
        b_.CreateUnaryIntrinsic(Intrinsic::fabs, b_.CreateUnaryIntrinsic(Intrinsic::sqrt, x));
    auto* is_low = b_.CreateFCmpOEQ(x, ConstantFP::getInfinity(type_, /*Negative=*/true));
    return b_.CreateSelect(is_low, ConstantFP::getInfinity(type_), positive);
  }

  Value* fold_exp2(Value* x) {
    auto* cast = dyn_cast<CastInst>(x);
    if (!cast || !isa<SIToFPInst, UIToFPInst>(cast)) return nullptr;
    auto* integer = cast->getOperand(0);
    const auto bits = integer->getType()->getScalarSizeInBits();
    const bool is_signed = isa<SIToFPInst>(cast);
    if (bits > (is_signed ? 32 : 31)) return nullptr;
    auto* i32 = b_.getInt32Ty();
    auto* power = is_signed ? b_.CreateSExt(integer, i32) : b_.CreateZExt(integer, i32);
    return call("ldexp", {number(1), power});
  }

  // Dividing by a power of two of at least 1 loses nothing that trunc() does not drop; the rest is
  // exact. The result has x's sign, also where it is 0; infinity minus itself is NaN, as it must
  // be.
  Value* fold_fmod(Value* x, Value* y) {
    const auto* modulus = constant(y);
    APFloat inverse(0.0);
    if (!modulus || modulus->isNegative() || !modulus->getExactInverse(&inverse)) return nullptr;
    if (*modulus < APFloat(modulus->getSemantics(), 1)) return nullptr;
    auto* part = b_.CreateUnaryIntrinsic(Intrinsic::trunc,
                                         b_.CreateFMul(x, ConstantFP::get(type_, inverse)));
    auto* rest = b_.CreateFSub(x, b_.CreateFMul(part, y));
    return b_.CreateBinaryIntrinsic(Intrinsic::copysign, rest, x);
  }

  CallInst& call_;
  IRBuilder<> b_;
  Type* type_;
};

// LLVM has intrinsics with two results, which __builtin_ calls become and the complex functions of
// libcu++ by them. They become calls of the functions that the device library has.
class PairCall {
 public:
  explicit PairCall(IntrinsicInst& call)
      : call_(call), b_(&call), x_(call.getArgOperand(0)), type_(x_->getType()) {}

  // Null when it is none.
  Value* expand() {
    if (!type_->isDoubleTy() && !type_->isFloatTy()) return nullptr;
    switch (call_.getIntrinsicID()) {
      case Intrinsic::sincos:
        return pair(function("sin", {x_}), function("cos", {x_}));
      case Intrinsic::sincospi:
        return pair(function("sinpi", {x_}), function("cospi", {x_}));
      case Intrinsic::frexp:
      case Intrinsic::modf:
        return through_memory(call_.getIntrinsicID() == Intrinsic::frexp ? "frexp" : "modf");
      default:
        return nullptr;
    }
  }

 private:
  Value* function(StringRef double_name, ArrayRef<Value*> arguments) {
    SmallVector<Type*, 2> types;
    for (auto* argument : arguments) types.push_back(argument->getType());
    auto* module = call_.getModule();
    auto* made = b_.CreateCall(
        module->getOrInsertFunction(double_name.str() + (type_->isFloatTy() ? "f" : ""),
                                    FunctionType::get(type_, types, false)),
        arguments);
    if (arguments.size() == 1) made->setDoesNotAccessMemory();
    made->setDoesNotThrow();
    return made;
  }

  Value* through_memory(StringRef double_name) {
    auto* second = cast<StructType>(call_.getType())->getElementType(1);
    auto& entry = call_.getFunction()->getEntryBlock();
    auto* slot = IRBuilder<>(&*entry.getFirstInsertionPt()).CreateAlloca(second);
    auto* first = function(double_name, {x_, slot});
    return pair(first, b_.CreateLoad(second, slot));
  }

  Value* pair(Value* first, Value* second) {
    auto* half = b_.CreateInsertValue(PoisonValue::get(call_.getType()), first, 0);
    return b_.CreateInsertValue(half, second, 1);
  }

  IntrinsicInst& call_;
  IRBuilder<> b_;
  Value* x_;
  Type* type_;
};

Value* folded(CallInst& call) {
  auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (intrinsic && call.getType()->isStructTy() && !call.arg_empty()) {
    return PairCall(*intrinsic).expand();
  }
  return MathCall(call).fold();
}

}  // namespace

unsigned fold_math_calls(Module& module) {
  unsigned count = 0;
  for (auto& function : module) {
    for (auto& instruction : make_early_inc_range(instructions(function))) {
      auto* call = dyn_cast<CallInst>(&instruction);
      auto* result = call ? folded(*call) : nullptr;
      if (!result) continue;
      call->replaceAllUsesWith(result);
      call->eraseFromParent();
      ++count;
    }
  }
  return count;
}

}  // namespace heddle::compiler
