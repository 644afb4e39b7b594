// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/lower_reductions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace heddle::compiler {

using namespace llvm;

// What the reduction comes to; null when it is none.
static Value* reduced(IntrinsicInst& i) {
  const auto id = i.getIntrinsicID();
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
