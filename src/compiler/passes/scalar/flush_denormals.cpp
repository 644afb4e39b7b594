// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/flush_denormals.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr char kAttribute[] = "denormal-fp-math-f32";
constexpr char kByCpu[] = "heddle-flush-by-cpu";  // module flag
// Of the register MXCSR: denormal operands count as zeros (bit 6), denormal results become zeros
// (15).
constexpr std::uint32_t kFlushFlags = 0x8040;
// Products of this many float-sized factors are far from a double's denormals.
constexpr unsigned kFactors = 2;

bool asks(const Function& function) {
  return function.getFnAttribute(kAttribute).getValueAsString().starts_with("preserve-sign");
}

bool is_float(const Value* value) {
  return value->getType()->getScalarType()->isFloatTy();
}
bool is_double(const Value* value) {
  return value->getType()->getScalarType()->isDoubleTy();
}
bool is_bfloat(const Value* value) {
  return value->getType()->getScalarType()->isBFloatTy();
}

// A function of the device library, or of SLEEF's, on floats. They may look at the bits.
bool is_library_call(const CallBase& call) {
  const auto* callee = call.getCalledFunction();
  return callee && !callee->isIntrinsic() && !callee->getName().starts_with("heddle") &&
         !asks(*callee) &&
         (is_float(&call) ||
          any_of(call.args(), [](const Use& use) { return is_float(use.get()); }));
}

// Changes of the sign only, which are no arithmetic for a CPU.
bool changes_sign(const Instruction& i) {
  if (i.getOpcode() == Instruction::FNeg) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  return call && (call->getIntrinsicID() == Intrinsic::fabs ||
                  call->getIntrinsicID() == Intrinsic::copysign);
}

// Intrinsics that move bits, or look at them.
bool is_move(const CallBase& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::not_intrinsic:
    case Intrinsic::is_fpclass:
      return true;
    default:
      return !call.getCalledFunction()->doesNotAccessMemory() ||
             call.getCalledFunction()->getName().starts_with("llvm.nvvm.shfl");
  }
}

bool is_math(const Value& value) {
  const auto* call = dyn_cast<CallBase>(&value);
  if (!call || !call->getCalledFunction()) return false;
  const auto& callee = *call->getCalledFunction();
  return callee.isIntrinsic() ? !is_move(*call) : is_library_call(*call) || is_double(call);
}

// Minimum and maximum give an operand as it is.
bool is_min_max(const Instruction& i) {
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  return call && (call->getIntrinsicID() == Intrinsic::minimumnum ||
                  call->getIntrinsicID() == Intrinsic::maximumnum);
}

// What becomes a function, or is one.
bool is_function(const Instruction& i) {
  if (i.getOpcode() == Instruction::FRem) return true;
  const auto* call = dyn_cast<CallBase>(&i);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
    case Intrinsic::not_intrinsic:
      return is_library_call(*call);
    case Intrinsic::pow:
    case Intrinsic::powi:
    case Intrinsic::exp:
    case Intrinsic::exp2:
    case Intrinsic::exp10:
    case Intrinsic::log:
    case Intrinsic::log2:
    case Intrinsic::log10:
    case Intrinsic::sin:
    case Intrinsic::cos:
    case Intrinsic::tan:
    case Intrinsic::ldexp:
    case Intrinsic::frexp:
      return true;
    default:
      return false;
  }
}

// Arithmetic that reads floats as numbers, for which a CPU that is told to takes denormals for
// zeros.
bool computes(const Instruction& i) {
  if (changes_sign(i)) return false;
  return isa<BinaryOperator, FCmpInst, CastInst>(i) ? !isa<BitCastInst>(i) : is_math(i);
}

// A double that came from a float or a whole number, or few such multiplied.
bool is_float_sized(const Value* value, unsigned factors) {
  if (isa<FPExtInst, SIToFPInst, UIToFPInst>(value)) return true;
  if (const auto* number = dyn_cast<ConstantFP>(value)) {
    const auto& v = number->getValueAPF();
    return v.isZero() || ilogb(v) > -150;
  }
  if (factors == 0) return false;
  const auto all = [&](auto&& operands) {
    return all_of(operands, [&](const Use& use) { return is_float_sized(use.get(), factors - 1); });
  };
  if (const auto* operation = dyn_cast<BinaryOperator>(value)) return all(operation->operands());
  if (const auto* call = dyn_cast<IntrinsicInst>(value)) {
    return call->getIntrinsicID() == Intrinsic::fma && all(call->args());
  }
  return false;
}

// Whether the CPU's flags would change it though nobody asked for that.
bool must_keep_denormals(const Instruction& i) {
  const auto* call = dyn_cast<CallBase>(&i);
  if (call && call->isIndirectCall()) return true;
  if (isa<FPExtInst, FPTruncInst>(i) || !computes(i)) return false;
  const auto operands = call ? call->args() : i.operands();
  if (is_bfloat(&i) || any_of(operands, [](const Use& use) { return is_bfloat(use.get()); }))
    return true;
  if (!is_double(&i) && none_of(operands, [](const Use& use) { return is_double(use.get()); }))
    return false;
  if (isa<CastInst>(i)) return false;
  const bool simple =
      isa<BinaryOperator, FCmpInst>(i) || (call && call->getIntrinsicID() == Intrinsic::fma);
  return !simple ||
         !all_of(operands, [](const Use& use) { return is_float_sized(use.get(), kFactors); });
}

class FlushDenormals {
 public:
  FlushDenormals(Function& function, bool by_cpu)
      : function_(function), by_cpu_(by_cpu), b_(function.getContext()) {}

  void run() {
    SmallVector<Instruction*, 64> all;
    for (auto& i : instructions(function_)) all.push_back(&i);
    for (auto* i : all) {
      if (changes_sign(*i) || is_min_max(*i)) {
        if (!by_cpu_ || any_of(i->users(), sees_bits)) flush_operands(*i);
      } else if (is_function(*i)) {
        flush_operands(*i);
        flush_result(*i);
      } else if (!by_cpu_ && computes(*i)) {
        flush_operands(*i);
        flush_result(*i);
      }
    }
  }

 private:
  static bool sees_bits(const User* user) {
    const auto* i = cast<Instruction>(user);
    return !computes(*i) && !changes_sign(*i);
  }

  void flush_operands(Instruction& i) {
    auto* call = dyn_cast<CallBase>(&i);
    for (auto& use : call ? call->args() : i.operands()) {
      if (is_float(use.get())) use.set(flushed(use.get()));
    }
  }

  Value* flushed(Value* value) {
    if (done_.contains(value)) return value;
    if (const auto* i = dyn_cast<Instruction>(value)) {
      const bool is_flushed = computes(*i) && !is_min_max(*i);
      if (is_flushed && (by_cpu_ || isa<SIToFPInst, UIToFPInst>(i))) return value;
    }
    auto*& made = flushed_[value];
    if (made) return made;
    if (auto* i = dyn_cast<Instruction>(value)) {
      const auto at = i->getInsertionPointAfterDef();
      if (!at) return value;
      b_.SetInsertPoint(i->getParent(), *at);
    } else {
      b_.SetInsertPoint(function_.getEntryBlock().getFirstInsertionPt());
    }
    auto* result = without_denormals(value);
    flushed_[value] = result;
    done_.insert(result);
    return result;
  }

  // Zero of the sign where the exponent's bits are zero.
  Value* without_denormals(Value* value) {
    auto* words = value->getType()->getWithNewType(b_.getInt32Ty());
    auto* word = b_.CreateBitCast(value, words);
    auto* exponent = b_.CreateAnd(word, ConstantInt::get(words, 0x7f800000));
    auto* zero = b_.CreateAnd(word, ConstantInt::get(words, 0x80000000));
    auto* kept = b_.CreateSelect(b_.CreateIsNull(exponent), zero, word);
    return b_.CreateBitCast(kept, value->getType());
  }

  void flush_result(Instruction& i) {
    if (!is_float(&i) || isa<SIToFPInst, UIToFPInst>(i)) {
      if (is_float(&i)) done_.insert(&i);
      return;
    }
    b_.SetInsertPoint(i.getParent(), *i.getInsertionPointAfterDef());
    SmallPtrSet<User*, 8> before(i.user_begin(), i.user_end());
    auto* result = result_of(i);
    i.replaceUsesWithIf(result, [&](const Use& use) { return before.contains(use.getUser()); });
    done_.insert(result);
  }

  // 2^64 times as much is not rounded to a denormal number, so it says how small the result was
  // before; what overflows is not small.
  Value* result_of(Instruction& i) {
    auto* type = i.getType();
    const auto number = [&](double x) { return ConstantFP::get(type, x); };
    const auto large = [&](Value* x) { return b_.CreateFMul(x, number(0x1p64)); };
    const auto* call = dyn_cast<IntrinsicInst>(&i);
    Value* scaled = nullptr;
    if (i.getOpcode() == Instruction::FMul) {
      scaled = b_.CreateFMul(large(i.getOperand(0)), i.getOperand(1));
    } else if (call && call->getIntrinsicID() == Intrinsic::fma) {
      scaled =
          b_.CreateIntrinsic(Intrinsic::fma, {type},
                             {large(i.getOperand(0)), i.getOperand(1), large(i.getOperand(2))});
    } else {
      return without_denormals(&i);
    }
    auto* size = b_.CreateUnaryIntrinsic(Intrinsic::fabs, scaled);
    auto* zero = b_.CreateBinaryIntrinsic(Intrinsic::copysign, number(0), scaled);
    return b_.CreateSelect(b_.CreateFCmpOLT(size, number(0x1p-62)), zero, &i);
  }

  Function& function_;
  bool by_cpu_;
  IRBuilder<> b_;
  DenseMap<Value*, Value*> flushed_;
  SmallPtrSet<Value*, 32> done_;  // have no denormals
};

}  // namespace

Error flush_denormals(Compilation& c) {
  auto& module = *c.module;
  SmallVector<Function*, 8> all;
  for (auto& function : module) {
    if (!function.isDeclaration() && asks(function)) all.push_back(&function);
  }
  if (all.empty()) return Error::success();
  const bool by_cpu = c.request.modules.size() == 1 && !c.request.kernel.empty() &&
                      none_of(all, [](Function* function) {
                        return any_of(instructions(*function), must_keep_denormals);
                      });
  for (auto* function : all) FlushDenormals(*function, by_cpu).run();
  for (auto* function : all) function->removeFnAttr(kAttribute);
  if (by_cpu) module.addModuleFlag(Module::Override, kByCpu, 1);
  return Error::success();
}

Error flush_around_kernel(Compilation& c) {
  auto& module = *c.module;
  auto* description = module.getNamedGlobal(abi::kKernelCodeSymbol);
  if (!module.getModuleFlag(kByCpu) || !description) return Error::success();
  auto* code = cast<ConstantStruct>(description->getInitializer());
  constexpr unsigned kEntry = 2;  // KernelCode::entry
  auto* entry = cast<Function>(code->getOperand(kEntry));
  // Code that computes must not move out from between the flags, so it stays a function.
  entry->addFnAttr(Attribute::NoInline);
  auto* around = Function::Create(entry->getFunctionType(), GlobalValue::InternalLinkage,
                                  "heddle_kernel_entry_flushing", module);
  around->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> b(BasicBlock::Create(c.context, "entry", around));
  auto* before = b.CreateAlloca(b.getInt32Ty());
  auto* flags = b.CreateAlloca(b.getInt32Ty());
  b.CreateIntrinsic(Intrinsic::x86_sse_stmxcsr, ArrayRef<Type*>{}, {before});
  b.CreateStore(b.CreateOr(b.CreateLoad(b.getInt32Ty(), before), b.getInt32(kFlushFlags)), flags);
  b.CreateIntrinsic(Intrinsic::x86_sse_ldmxcsr, ArrayRef<Type*>{}, {flags});
  SmallVector<Value*, 2> arguments;
  for (auto& argument : around->args()) arguments.push_back(&argument);
  auto* result = b.CreateCall(entry, arguments);
  b.CreateIntrinsic(Intrinsic::x86_sse_ldmxcsr, ArrayRef<Type*>{}, {before});
  if (entry->getReturnType()->isVoidTy()) {
    b.CreateRetVoid();
  } else {
    b.CreateRet(result);
  }
  SmallVector<Constant*, 16> parts;
  for (auto& part : code->operands()) parts.push_back(cast<Constant>(part.get()));
  parts[kEntry] = around;
  description->setInitializer(ConstantStruct::get(code->getType(), parts));
  return Error::success();
}

}  // namespace heddle::compiler
