// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/count_bits.h"

#include <algorithm>
#include <optional>

#include "compiler/passes/analyses.h"
#include "compiler/passes/scalar/control_flow.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

unsigned bit_counts(const Module& module) {
  unsigned found = 0;
  for (const auto& function : module) {
    for (const auto& instruction : instructions(function)) {
      const auto* call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call) continue;
      const auto id = call->getIntrinsicID();
      found += id == Intrinsic::ctpop || id == Intrinsic::ctlz || id == Intrinsic::cttz;
    }
  }
  return found;
}

// The loop's only block, where the loop does nothing but to clear the lowest bit of a number until
// none is left, and to count: `number` is what it begins with.
struct Clearing {
  BranchInst* back;
  Value* number;
  BasicBlock* entry;
};

std::optional<Clearing> clearing(BasicBlock& block) {
  auto* back = dyn_cast<BranchInst>(block.getTerminator());
  if (!back || !back->isConditional() || !block.hasNPredecessors(2)) return {};
  CmpPredicate predicate;
  Value* next = nullptr;
  if (!match(back->getCondition(), m_ICmp(predicate, m_Value(next), m_Zero()))) return {};
  const unsigned while_bits = predicate == ICmpInst::ICMP_NE ? 0 : 1;
  if (!ICmpInst::isEquality(predicate) || back->getSuccessor(while_bits) != &block ||
      back->getSuccessor(1 - while_bits) == &block) {
    return {};
  }
  Value *left = nullptr, *right = nullptr;
  if (!match(next, m_And(m_Value(left), m_Value(right)))) return {};
  if (!match(left, m_Add(m_Specific(right), m_AllOnes()))) std::swap(left, right);
  auto* bits = dyn_cast<PHINode>(right);
  if (!match(left, m_Add(m_Specific(right), m_AllOnes())) || !bits || bits->getParent() != &block ||
      bits->getIncomingValueForBlock(&block) != next || !left->hasOneUse()) {
    return {};
  }
  if (!bits->hasNUses(2) || !next->hasNUses(2)) return {};
  // Else the rounds are there for something besides.
  for (auto& instruction : block) {
    if (isa<PHINode, CmpInst, DbgInfoIntrinsic>(instruction) || &instruction == back) continue;
    if (&instruction == left || &instruction == next) continue;
    const auto* step = dyn_cast<BinaryOperator>(&instruction);
    if (!step || step->getOpcode() != Instruction::Add) return {};
    if (!isa<PHINode>(step->getOperand(0)) || !isa<Constant>(step->getOperand(1))) return {};
  }
  const unsigned outside = bits->getIncomingBlock(0) == &block ? 1 : 0;
  return Clearing{back, bits->getIncomingValue(outside), bits->getIncomingBlock(outside)};
}

// LLVM does so only where it finds that the number is not 0; here that is one round, as it is. Then
// the loop counts down from the number of rounds, which shows what is left of it.
void count_rounds(const Clearing& loop) {
  auto& block = *loop.back->getParent();
  IRBuilder<> b(loop.entry->getTerminator());
  auto* type = loop.number->getType();
  auto* bits = b.CreateUnaryIntrinsic(Intrinsic::ctpop, loop.number);
  auto* rounds = b.CreateBinaryIntrinsic(Intrinsic::umax, bits, ConstantInt::get(type, 1));
  b.SetInsertPoint(&block, block.begin());
  auto* left = b.CreatePHI(type, 2);
  b.SetInsertPoint(loop.back);
  auto* next = b.CreateSub(left, ConstantInt::get(type, 1), "", /*HasNUW=*/true);
  left->addIncoming(rounds, loop.entry);
  left->addIncoming(next, &block);
  auto* condition = b.CreateICmpEQ(next, ConstantInt::get(type, 0));
  if (loop.back->getSuccessor(0) == &block) condition = b.CreateNot(condition);
  loop.back->setCondition(condition);
}

struct CountRounds : PassInfoMixin<CountRounds> {
  static PreservedAnalyses run(Function& function, FunctionAnalysisManager&) {
    bool changed = false;
    for (auto& block : function) {
      if (const auto loop = clearing(block)) {
        count_rounds(*loop);
        changed = true;
      }
    }
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

}  // namespace

unsigned count_bits(Compilation& c) {
  if (c.request.probes) return 0;
  // Of all that LLVM recognises bits alone: others become calls of the C library or tables. LLVM's
  // switches are the process's, and kernels are compiled side by side.
  [[maybe_unused]] static const bool bits_alone = [] {
    DisableLIRP::Memset = DisableLIRP::Memcpy = true;
    DisableLIRP::Strlen = DisableLIRP::Wcslen = DisableLIRP::HashRecognize = true;
    return true;
  }();
  const auto before = bit_counts(*c.module);
  FunctionPassManager passes;
  passes.addPass(createFunctionToLoopPassAdaptor(LoopIdiomRecognizePass()));
  passes.addPass(CountRounds());
  LoopPassManager loops;
  loops.addPass(IndVarSimplifyPass());
  loops.addPass(LoopDeletionPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops)));
  passes.addPass(SimplifyCFGPass(control_flow()));
  passes.addPass(InstCombinePass());
  run_on_functions(*c.module, *c.machine, std::move(passes));
  return std::max(bit_counts(*c.module), before) - before;
}

}  // namespace heddle::compiler
