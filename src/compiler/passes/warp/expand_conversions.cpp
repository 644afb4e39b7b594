// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp/expand_conversions.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// What a conversion may give, and between which floats.
struct Range {
  Range(const fltSemantics& floats, unsigned bits, bool is_signed)
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
  }

  APInt lowest, highest;
  APFloat first, above, last;  // the last float below `above`, which is the first that is too large
  bool last_is_highest = false;
};

Value* expand(IntrinsicInst& call) {
  IRBuilder<> b(&call);
  auto* x = call.getArgOperand(0);
  auto* to = call.getType();
  if (x->getType()->getScalarType()->isHalfTy()) {
    x = b.CreateFPExt(x, x->getType()->getWithNewType(b.getFloatTy()));
  }
  auto* from = x->getType();
  const bool is_signed = call.getIntrinsicID() == Intrinsic::fptosi_sat;
  const Range range(from->getScalarType()->getFltSemantics(), to->getScalarSizeInBits(), is_signed);
  auto* first = ConstantFP::get(from, range.first);
  auto* last = ConstantFP::get(from, range.last);
  // In the form of the CPU's maximum and minimum; what is no number becomes the first.
  auto* inside = b.CreateSelect(b.CreateFCmpOGT(x, first), x, first);
  inside = b.CreateSelect(b.CreateFCmpOLT(inside, last), inside, last);
  auto* result = is_signed ? b.CreateFPToSI(inside, to) : b.CreateFPToUI(inside, to);
  if (!range.last_is_highest) {
    auto* too_large = b.CreateFCmpOGE(x, ConstantFP::get(from, range.above));
    result = b.CreateSelect(too_large, ConstantInt::get(to, range.highest), result);
  }
  if (!is_signed) return result;
  return b.CreateSelect(b.CreateFCmpUNO(x, x), Constant::getNullValue(to), result);
}

}  // namespace

unsigned expand_conversions(Function& function) {
  unsigned count = 0;
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    if (!call || !call->getType()->isVectorTy()) continue;
    const auto id = call->getIntrinsicID();
    if (id != Intrinsic::fptosi_sat && id != Intrinsic::fptoui_sat) continue;
    auto* element = call->getArgOperand(0)->getType()->getScalarType();
    if (!element->isHalfTy() && !element->isFloatTy() && !element->isDoubleTy()) continue;
    auto* result = expand(*call);
    result->takeName(call);
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
    ++count;
  }
  return count;
}

}  // namespace heddle::compiler
