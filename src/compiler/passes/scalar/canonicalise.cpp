// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/canonicalise.h"

#include "compiler/passes/analyses.h"
#include "compiler/passes/scalar/make_reducible.h"
#include "compiler/passes/scalar/unify_exits.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Copies of known, small size as words.
constexpr std::uint64_t kMaxUnrolledBytes = 256;

unsigned word_size(std::uint64_t left, Align align) {
  unsigned word = 8;
  while (word > left || align.value() < word) word /= 2;
  return word;
}

bool unroll(MemIntrinsic& i) {
  const auto* length = dyn_cast<ConstantInt>(i.getLength());
  if (!length || length->getZExtValue() > kMaxUnrolledBytes) return false;
  IRBuilder<> b(&i);
  const auto size = length->getZExtValue();
  auto* copy = dyn_cast<MemTransferInst>(&i);
  const auto to = i.getDestAlign().valueOrOne();
  const auto from = copy ? copy->getSourceAlign().valueOrOne() : to;
  SmallVector<std::tuple<Value*, std::uint64_t, Align>, 32> words;
  for (std::uint64_t at = 0; at < size;) {
    const auto align = std::min(commonAlignment(to, at), commonAlignment(from, at));
    // Unaligned words are fine on a CPU, but an unaligned pointer says the data is bytes.
    const auto word = word_size(size - at, align);
    auto* type = b.getIntNTy(word * 8);
    Value* value = nullptr;
    if (copy) {
      auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), copy->getSource(), at);
      value = b.CreateAlignedLoad(type, address, commonAlignment(from, at), i.isVolatile());
    } else {
      auto* byte = b.CreateZExt(cast<MemSetInst>(i).getValue(), type);
      value = b.CreateMul(byte, ConstantInt::get(type, APInt::getSplat(word * 8, APInt(8, 1))));
    }
    words.push_back({value, at, commonAlignment(to, at)});
    at += word;
  }
  // All loads come before all stores: also right for memmove.
  for (auto [value, at, align] : words) {
    auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), i.getDest(), at);
    b.CreateAlignedStore(value, address, align, i.isVolatile());
  }
  return true;
}

void lower_memory_intrinsics(Function& function, const TargetTransformInfo& target) {
  SmallVector<MemIntrinsic*, 8> all;
  for (auto& instruction : instructions(function)) {
    if (auto* i = dyn_cast<MemIntrinsic>(&instruction)) all.push_back(i);
  }
  for (auto* i : all) {
    if (!unroll(*i)) {
      if (auto* copy = dyn_cast<MemCpyInst>(i))
        expandMemCpyAsLoop(copy, target);
      else if (auto* move = dyn_cast<MemMoveInst>(i))
        expandMemMoveAsLoop(move, target);
      else
        expandMemSetAsLoop(cast<MemSetInst>(i));
    }
    i->eraseFromParent();
  }
}

// Sums and the like over the elements of a thread's own vector, which clang makes of neighbouring
// statements, element by element; null when it is none.
Value* reduced(IntrinsicInst& i) {
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

void lower_reductions(Function& function) {
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<IntrinsicInst>(&instruction);
    auto* result = call ? reduced(*call) : nullptr;
    if (!result) continue;
    call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
}

// Remainders that the optimiser has made of quotients, x - x / d * d, for a scalar machine: where d
// is a power of two at run time they need no quotient (widen_division.cpp).
void find_remainders(Function& function) {
  using namespace PatternMatch;
  for (auto& i : make_early_inc_range(instructions(function))) {
    Value *x = nullptr, *d = nullptr;
    Instruction* quotient = nullptr;
    if (!match(&i, m_Sub(m_Value(x), m_c_Mul(m_Instruction(quotient), m_Value(d)))) ||
        isa<Constant>(d) || !match(quotient, m_IDiv(m_Specific(x), m_Specific(d)))) {
      continue;
    }
    const bool is_signed = quotient->getOpcode() == Instruction::SDiv;
    IRBuilder<> b(&i);
    i.replaceAllUsesWith(is_signed ? b.CreateSRem(x, d) : b.CreateURem(x, d));
    RecursivelyDeleteTriviallyDeadInstructions(&i);
  }
}

}  // namespace

void canonicalise(Function& function, TargetMachine& machine) {
  Analyses analyses(machine);

  unify_exits(function);
  lower_reductions(function);
  find_remainders(function);
  lower_memory_intrinsics(function, analyses.functions.getResult<TargetIRAnalysis>(function));
  analyses.functions.invalidate(function, PreservedAnalyses::none());
  analyses.functions.invalidate(function, LowerSwitchPass().run(function, analyses.functions));
  make_reducible(function, analyses.functions);
  FunctionPassManager passes;
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  passes.run(function, analyses.functions);
}

}  // namespace heddle::compiler
