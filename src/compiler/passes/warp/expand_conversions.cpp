// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/expand_conversions.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;
using namespace PatternMatch;

namespace {

// What a conversion's result is kept between, by the minimum and the maximum that alone use it.
struct Clamp {
  std::optional<APInt> lowest, highest;
  Instruction* last = nullptr;  // whose value the clamped number is
};

bool is_exact(const APInt& number, bool is_signed, const fltSemantics& floats) {
  return APFloat(floats).convertFromAPInt(number, is_signed, APFloat::rmNearestTiesToEven) ==
         APFloat::opOK;
}

Clamp clamp_of(IntrinsicInst& call, const fltSemantics& floats) {
  const bool is_signed = call.getIntrinsicID() == Intrinsic::fptosi_sat;
  Clamp clamp;
  for (Instruction* made = &call; made->hasOneUse();) {
    auto* extreme = dyn_cast<MinMaxIntrinsic>(made->user_back());
    const APInt* bound = nullptr;
    if (!extreme || extreme->isSigned() != is_signed || extreme->getLHS() != made ||
        !match(extreme->getRHS(), m_APInt(bound)) || !is_exact(*bound, is_signed, floats)) {
      break;
    }
    const auto id = extreme->getIntrinsicID();
    auto& same = id == Intrinsic::smin || id == Intrinsic::umin ? clamp.highest : clamp.lowest;
    if (same) break;
    same = *bound;
    clamp.last = made = extreme;
  }
  // Otherwise one bound wins, by the order.
  const bool is_range =
      !clamp.lowest || !clamp.highest ||
      (is_signed ? clamp.lowest->sle(*clamp.highest) : clamp.lowest->ule(*clamp.highest));
  return is_range ? clamp : Clamp();
}

// Bytes or shorts, where the numbers in the range are and nothing else is made of them.
Type* narrow_type(const Value& clamped, const APInt& lowest, const APInt& highest, bool is_signed) {
  for (const unsigned bits : {8u, 16u}) {
    const bool fits =
        is_signed ? lowest.isSignedIntN(bits) && highest.isSignedIntN(bits) : highest.isIntN(bits);
    const auto is_cut = [&](const User* user) {
      return isa<TruncInst>(user) && user->getType()->getScalarSizeInBits() <= bits;
    };
    if (fits && all_of(clamped.users(), is_cut)) return clamped.getType()->getWithNewBitWidth(bits);
  }
  return clamped.getType();
}

// What a conversion may give, and between which floats.
struct Range {
  Range(const fltSemantics& floats, unsigned bits, bool is_signed, const Clamp& clamp)
      : lowest(is_signed ? APInt::getSignedMinValue(bits) : APInt(bits, 0)),
        highest(is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits)),
        first(floats),
        above(floats),
        last(floats) {
    // Zero and powers of two: exact.
    constexpr auto kNearest = APFloat::rmNearestTiesToEven;
    first.convertFromAPInt(lowest, is_signed, kNearest);
    above.convertFromAPInt(highest.zext(bits + 1) + 1, false, kNearest);
    last = above;
    last.next(/*nextDown=*/true);
    APSInt integer(bits, !is_signed);
    bool exact = false;
    last.convertToInteger(integer, APFloat::rmTowardZero, &exact);
    last_is_highest = static_cast<const APInt&>(integer) == highest;
    // Whole numbers: cut to integers behind the clamp or in front of it, all is the same.
    if (clamp.lowest) {
      lowest = *clamp.lowest;
      first.convertFromAPInt(lowest, is_signed, kNearest);
    }
    if (clamp.highest) {
      highest = *clamp.highest;
      last.convertFromAPInt(highest, is_signed, kNearest);
      last_is_highest = true;
    }
  }

  bool holds_zero(bool is_signed) const {
    return !is_signed ? lowest.isZero() : !lowest.isStrictlyPositive() && !highest.isNegative();
  }

  APInt lowest, highest;
  APFloat first, above, last;  // the last float below `above`, which is the first that is too large
  bool last_is_highest = false;
};

// The clamp behind the conversion goes with it. Returns what is no longer used.
Instruction* expand(IntrinsicInst& call) {
  IRBuilder<> b(&call);
  auto* x = call.getArgOperand(0);
  auto* to = call.getType();
  if (x->getType()->getScalarType()->isHalfTy()) {
    x = b.CreateFPExt(x, x->getType()->getWithNewType(b.getFloatTy()));
  }
  auto* from = x->getType();
  const bool is_signed = call.getIntrinsicID() == Intrinsic::fptosi_sat;
  const auto& floats = from->getScalarType()->getFltSemantics();
  const auto clamp = clamp_of(call, floats);
  Instruction* replaced = clamp.last ? clamp.last : &call;
  const Range range(floats, to->getScalarSizeInBits(), is_signed, clamp);
  auto* first = ConstantFP::get(from, range.first);
  auto* last = ConstantFP::get(from, range.last);
  // In the form of the CPU's maximum and minimum; what is no number becomes the first.
  auto* inside = b.CreateSelect(b.CreateFCmpOGT(x, first), x, first);
  inside = b.CreateSelect(b.CreateFCmpOLT(inside, last), inside, last);
  // What is no number becomes zero, or what that is clamped to.
  const auto nothing = range.holds_zero(is_signed) ? APInt::getZero(range.lowest.getBitWidth())
                       : range.highest.isNegative() && is_signed ? range.highest
                                                                 : range.lowest;
  const bool asks = nothing != range.lowest;
  if (clamp.lowest && clamp.highest) {
    auto* narrow = narrow_type(*replaced, range.lowest, range.highest, is_signed);
    if (asks) {
      APFloat instead(floats);
      instead.convertFromAPInt(nothing, is_signed, APFloat::rmNearestTiesToEven);
      inside = b.CreateSelect(b.CreateFCmpORD(x, x), inside, ConstantFP::get(from, instead));
    }
    auto* result = is_signed ? b.CreateFPToSI(inside, narrow) : b.CreateFPToUI(inside, narrow);
    replaced->replaceAllUsesWith(b.CreateIntCast(result, to, is_signed));
  } else {
    auto* result = is_signed ? b.CreateFPToSI(inside, to) : b.CreateFPToUI(inside, to);
    if (!range.last_is_highest) {
      auto* too_large = b.CreateFCmpOGE(x, ConstantFP::get(from, range.above));
      result = b.CreateSelect(too_large, ConstantInt::get(to, range.highest), result);
    }
    if (asks) {
      result = b.CreateSelect(b.CreateFCmpUNO(x, x), ConstantInt::get(to, nothing), result);
    }
    replaced->replaceAllUsesWith(result);
  }
  return replaced;
}

// Without AVX-512 there is none of doubles to unsigned words, and LLVM takes them lane by lane. Of
// whole numbers below 2^32, 2^52 more has the number as its low bits.
bool is_of_doubles_to_unsigned(const Instruction& instruction) {
  const auto* conversion = dyn_cast<FPToUIInst>(&instruction);
  return conversion && conversion->getType()->isVectorTy() &&
         conversion->getSrcTy()->getScalarType()->isDoubleTy() &&
         conversion->getType()->getScalarType()->isIntegerTy(32);
}

void expand_to_unsigned(Instruction& conversion) {
  IRBuilder<> b(&conversion);
  auto* x = conversion.getOperand(0);
  auto* whole = b.CreateUnaryIntrinsic(Intrinsic::trunc, x);
  auto* sum = b.CreateFAdd(whole, ConstantFP::get(x->getType(), 0x1p52));
  auto* bits = b.CreateBitCast(sum, x->getType()->getWithNewType(b.getInt64Ty()));
  conversion.replaceAllUsesWith(b.CreateTrunc(bits, conversion.getType()));
  conversion.eraseFromParent();
}

}  // namespace

unsigned expand_conversions(Function& function, const Isa& target) {
  unsigned count = 0;
  SmallVector<WeakTrackingVH, 8> dead;
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call || !call->getType()->isVectorTy()) continue;
    const auto id = call->getIntrinsicID();
    if (id != Intrinsic::fptosi_sat && id != Intrinsic::fptoui_sat) continue;
    auto* element = call->getArgOperand(0)->getType()->getScalarType();
    if (!element->isHalfTy() && !element->isFloatTy() && !element->isDoubleTy()) continue;
    dead.push_back(expand(*call));
    ++count;
  }
  RecursivelyDeleteTriviallyDeadInstructions(dead);
  if (target.vector_bits != 256) return count;
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    if (!is_of_doubles_to_unsigned(instruction)) continue;
    expand_to_unsigned(instruction);
    ++count;
  }
  return count;
}

}  // namespace heddle::compiler
