// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/lower_reductions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace heddle::compiler {

using namespace llvm;

// The number of elements ahead of the first that is not zero.
static Value* first_set(IntrinsicInst& i) {
  IRBuilder<> b(&i);
  auto* vector = i.getArgOperand(0);
  const auto count = cast<FixedVectorType>(vector->getType())->getNumElements();
  auto* is_set = b.CreateIsNotNull(vector);
  auto* bits = b.CreateBitCast(is_set, b.getIntNTy(count));
  // One more bit, the number of elements where none is set, has a place in a wider number.
  auto* wide = b.getIntNTy(static_cast<unsigned>(PowerOf2Ceil(std::max(count + 1, 32u))));
  auto* end = ConstantInt::get(wide, APInt::getOneBitSet(wide->getBitWidth(), count));
  auto* first = b.CreateBinaryIntrinsic(Intrinsic::cttz, b.CreateOr(b.CreateZExt(bits, wide), end),
                                        b.getTrue());
  return b.CreateZExtOrTrunc(first, i.getType());
}

// What the reduction comes to; null when it is none.
static Value* reduced(IntrinsicInst& i) {
  const auto id = i.getIntrinsicID();
  if (id == Intrinsic::experimental_cttz_elts) return first_set(i);
  const bool in_order = id == Intrinsic::vector_reduce_fadd || id == Intrinsic::vector_reduce_fmul;
  const bool arithmetic = in_order || id == Intrinsic::vector_reduce_add ||
                          id == Intrinsic::vector_reduce_mul ||
                          id == Intrinsic::vector_reduce_and || id == Intrinsic::vector_reduce_or ||
                          id == Intrinsic::vector_reduce_xor;
  const bool least_or_most =
      id == Intrinsic::vector_reduce_smin || id == Intrinsic::vector_reduce_smax ||
      id == Intrinsic::vector_reduce_umin || id == Intrinsic::vector_reduce_umax ||
      id == Intrinsic::vector_reduce_fmin || id == Intrinsic::vector_reduce_fmax ||
      id == Intrinsic::vector_reduce_fminimum || id == Intrinsic::vector_reduce_fmaximum;
  if (!arithmetic && !least_or_most) return nullptr;
  IRBuilder<> b(&i);
  if (isa<FPMathOperator>(i)) b.setFastMathFlags(i.getFastMathFlags());
  auto* vector = i.getArgOperand(in_order ? 1 : 0);
  Value* result = in_order ? i.getArgOperand(0) : nullptr;
  const auto count = cast<FixedVectorType>(vector->getType())->getNumElements();
  for (unsigned k = 0; k < count; ++k) {
    auto* element = b.CreateExtractElement(vector, k);
    if (!result) {
      result = element;
    } else if (arithmetic) {
      const auto opcode =
          static_cast<Instruction::BinaryOps>(getArithmeticReductionInstruction(id));
      result = b.CreateBinOp(opcode, result, element);
    } else {
      result = b.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(id), result, element);
    }
  }
  return result;
}

unsigned lower_reductions(Function& function) {
  unsigned lowered = 0;
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    auto* result = call ? reduced(*call) : nullptr;
    if (!result) continue;
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
    ++lowered;
  }
  return lowered;
}

}  // namespace heddle::compiler
