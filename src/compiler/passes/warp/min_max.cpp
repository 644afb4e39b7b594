// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/min_max.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownFPClass.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

Intrinsic::ID ordered(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::minnum:
    case Intrinsic::minimumnum:
      return Intrinsic::minimumnum;
    case Intrinsic::maxnum:
    case Intrinsic::maximumnum:
      return Intrinsic::maximumnum;
    default:
      return Intrinsic::not_intrinsic;
  }
}

SmallVector<IntrinsicInst*, 16> all_of_kind(Module& module) {
  SmallVector<IntrinsicInst*, 16> all;
  for (auto& function : module) {
    for (auto& i : instructions(function)) {
      auto* call = dyn_cast<IntrinsicInst>(&i);
      if (call && ordered(call->getIntrinsicID())) all.push_back(call);
    }
  }
  return all;
}

bool gives_quiet_results(const Instruction& i) {
  if (isa<BinaryOperator, SIToFPInst, UIToFPInst, FPTruncInst, FPExtInst>(i)) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  if (!call) return false;
  // Minima and maxima that are not lowered yet are like those that are.
  if (ordered(call->getIntrinsicID())) return true;
  switch (call->getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::sqrt:
    case Intrinsic::canonicalize:
    case Intrinsic::x86_avx512_mask_range_ps_512:
    case Intrinsic::x86_avx512_mask_range_pd_512:
    case Intrinsic::x86_avx512_mask_range_ss:
    case Intrinsic::x86_avx512_mask_range_sd:
      return true;
    default:
      return false;
  }
}

// Whether the value may be a signalling NaN: what is computed never is, what is read may be.
class Signalling {
 public:
  bool may_be(const Value* value) {
    if (isa<UndefValue>(value) || !seen_.insert(value).second) return false;
    if (const auto* constant = dyn_cast<Constant>(value)) {
      const auto* number = dyn_cast_or_null<ConstantFP>(
          constant->getType()->isVectorTy() ? constant->getSplatValue() : constant);
      return !number || number->getValueAPF().isSignaling();
    }
    const auto* i = dyn_cast<Instruction>(value);
    if (!i || seen_.size() > kMost) return true;
    if (gives_quiet_results(*i)) return false;
    if (const auto* select = dyn_cast<SelectInst>(i)) {
      return may_be(select->getTrueValue()) || may_be(select->getFalseValue());
    }
    if (!isa<PHINode, ShuffleVectorInst, UnaryOperator>(i) && !is_part(*i)) return true;
    return any_of(i->operands(), [&](const Use& operand) {
      return operand->getType()->isFPOrFPVectorTy() && may_be(operand);
    });
  }

 private:
  static constexpr std::size_t kMost = 32;

  static bool is_part(const Instruction& i) {
    if (isa<InsertElementInst, ExtractElementInst>(i)) return true;
    const auto* call = dyn_cast<IntrinsicInst>(&i);
    return call && (call->getIntrinsicID() == Intrinsic::vector_insert ||
                    call->getIntrinsicID() == Intrinsic::vector_extract);
  }

  SmallPtrSet<const Value*, 16> seen_;
};

// One minimum or maximum.
class MinMax {
 public:
  MinMax(IntrinsicInst& call, bool has_range)
      : b_(&call),
        type_(call.getType()),
        is_min_(ordered(call.getIntrinsicID()) == Intrinsic::minimumnum),
        has_range_(has_range),
        at_(call.getDataLayout(), &call) {}

  Value* lower(Value* a, Value* b) {
    // The CPU's instruction gives its second operand where it cannot tell.
    if (isa<ConstantFP>(a) || is_splat(a)) std::swap(a, b);
    const APFloat* number = nullptr;
    if (match(b, m_APFloat(number)) && !number->isNaN()) return with_constant(a, b, *number);
    if (has_range_) {
      if (auto* result = range(a, b)) return result;
    }
    return in_steps(a, b);
  }

 private:
  static bool is_splat(const Value* value) {
    const auto* constant = dyn_cast<Constant>(value);
    return constant && constant->getSplatValue();
  }

  // The right one of zeros comes out where it is the second operand or both compare equal.
  Value* with_constant(Value* a, Value* c, const APFloat& number) {
    const bool loses = number.isZero() && number.isNegative() != is_min_;
    const auto predicate = is_min_ ? (loses ? CmpInst::FCMP_OLE : CmpInst::FCMP_OLT)
                                   : (loses ? CmpInst::FCMP_OGE : CmpInst::FCMP_OGT);
    return b_.CreateSelect(b_.CreateFCmp(predicate, a, c), a, c);
  }

  Value* in_steps(Value* a, Value* b) {
    const auto known_a = computeKnownFPClass(a, fcNan | fcZero, at_);
    const auto known_b = computeKnownFPClass(b, fcNan | fcZero, at_);
    // b, where it is less, else a: also where either is not a number.
    auto* wins = b_.CreateFCmp(is_min_ ? CmpInst::FCMP_OLT : CmpInst::FCMP_OGT, b, a);
    auto* result = b_.CreateSelect(wins, b, a);
    const bool signs_differ = !known_a.isKnownNever(fcZero) && !known_b.isKnownNever(fcZero) &&
                              !(known_a.isKnownNever(fcNegZero) && known_b.isKnownNever(fcNegZero));
    if (signs_differ) {
      auto* words = type_->getWithNewType(b_.getIntNTy(type_->getScalarSizeInBits()));
      auto* equal = b_.CreateSExt(b_.CreateFCmpOEQ(a, b), words);
      auto *bits = b_.CreateBitCast(result, words), *other = b_.CreateBitCast(b, words);
      bits = is_min_ ? b_.CreateOr(bits, b_.CreateAnd(other, equal))
                     : b_.CreateAnd(bits, b_.CreateOr(other, b_.CreateNot(equal)));
      result = b_.CreateBitCast(bits, type_);
    }
    if (known_a.isKnownNeverNaN()) return result;
    return b_.CreateSelect(b_.CreateFCmpUNO(a, a), b, result);
  }

  // vrange takes a signalling NaN for the result, where it takes the number beside a quiet one.
  Value* quiet(Value* value) {
    if (!Signalling().may_be(value)) return value;
    return b_.CreateUnaryIntrinsic(Intrinsic::canonicalize, value);
  }

  // vrange of whole registers; null for other widths.
  Value* range(Value* a, Value* b) {
    const unsigned bits = type_->getScalarSizeInBits();
    const auto* vector = dyn_cast<FixedVectorType>(type_);
    const unsigned lanes = vector ? vector->getNumElements() : 1, whole = 512 / bits;
    if (vector && lanes % whole != 0) return nullptr;
    a = quiet(a), b = quiet(b);
    if (!vector) return range_of_one(a, b);
    Value* result = nullptr;
    for (unsigned first = 0; first < lanes; first += whole) {
      auto* part = range_of_register(slice(a, first, whole), slice(b, first, whole), bits);
      if (lanes == whole) return part;
      if (!result) result = PoisonValue::get(type_);
      result = b_.CreateInsertVector(type_, result, part, b_.getInt64(first));
    }
    return result;
  }

  Value* slice(Value* value, unsigned first, unsigned count) {
    auto* part = FixedVectorType::get(type_->getScalarType(), count);
    return part == type_ ? value : b_.CreateExtractVector(part, value, b_.getInt64(first));
  }

  // What to choose, by the sign of what is chosen.
  Constant* control() { return b_.getInt32(is_min_ ? 4 : 5); }

  Value* range_of_register(Value* a, Value* b, unsigned bits) {
    const auto id = bits == 32 ? Intrinsic::x86_avx512_mask_range_ps_512
                               : Intrinsic::x86_avx512_mask_range_pd_512;
    auto* mask = bits == 32 ? static_cast<Constant*>(b_.getInt16(-1)) : b_.getInt8(-1);
    constexpr unsigned kCurrentRounding = 4;
    return b_.CreateIntrinsic(id, ArrayRef<Type*>{},
                              {a, b, control(), a, mask, b_.getInt32(kCurrentRounding)});
  }

  Value* range_of_one(Value* a, Value* b) {
    const bool single = type_->isFloatTy();
    const auto id =
        single ? Intrinsic::x86_avx512_mask_range_ss : Intrinsic::x86_avx512_mask_range_sd;
    auto* type = FixedVectorType::get(type_, single ? 4 : 2);
    const auto in_register = [&](Value* value) {
      return b_.CreateInsertElement(PoisonValue::get(type), value, b_.getInt64(0));
    };
    auto *x = in_register(a), *y = in_register(b);
    constexpr unsigned kCurrentRounding = 4;
    auto* made = b_.CreateIntrinsic(
        id, ArrayRef<Type*>{}, {x, y, x, b_.getInt8(-1), control(), b_.getInt32(kCurrentRounding)});
    return b_.CreateExtractElement(made, b_.getInt64(0));
  }

  IRBuilder<> b_;
  Type* type_;
  bool is_min_, has_range_;
  SimplifyQuery at_;
};

}  // namespace

Error order_zeros(Compilation& c) {
  for (auto* call : all_of_kind(*c.module)) {
    const auto id = ordered(call->getIntrinsicID());
    call->setCalledFunction(
        Intrinsic::getOrInsertDeclaration(c.module.get(), id, {call->getType()}));
    call->setHasNoSignedZeros(false);
  }
  return Error::success();
}

Error lower_min_max(Compilation& c) {
  for (auto* call : all_of_kind(*c.module)) {
    auto* element = call->getType()->getScalarType();
    if (!element->isFloatTy() && !element->isDoubleTy()) continue;
    MinMax lowered(*call, c.request.isa.vector_bits >= 512);
    call->replaceAllUsesWith(lowered.lower(call->getArgOperand(0), call->getArgOperand(1)));
    call->eraseFromParent();
  }
  return Error::success();
}

}  // namespace heddle::compiler
