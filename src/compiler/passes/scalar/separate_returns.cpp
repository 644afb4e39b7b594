// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/separate_returns.h"

#include "compiler/ir/cover.h"
#include "compiler/ir/pseudo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// More than that is not what several ways have in common by chance.
constexpr unsigned kMostCopied = 16;

bool is_joined(const Instruction& i) {
  const auto& where = i.getDebugLoc();
  return isa<StoreInst>(i) && where && where.getLine() == 0;
}

// The block that returns, if stores of several ways were joined in it.
BasicBlock* joined_end(Function& function) {
  for (auto& block : function) {
    if (!isa<ReturnInst>(block.getTerminator())) continue;
    unsigned count = 0;
    bool joined = false;
    for (const auto& i : block) {
      if (isa<PHINode, DbgInfoIntrinsic>(i) || i.isTerminator()) continue;
      if (is_cover(&i)) continue;
      const auto* call = dyn_cast<CallBase>(&i);
      if (++count > kMostCopied || (call && call->isConvergent())) return nullptr;
      if (i.mayWriteToMemory() && !is_joined(i)) return nullptr;
      joined |= is_joined(i);
    }
    return joined && block.hasNPredecessorsOrMore(2) ? &block : nullptr;
  }
  return nullptr;
}

// Whether others, who went another way where this one was chosen, come to a barrier.
bool others_wait(const BasicBlock& way, const BasicBlock& end, ArrayRef<BasicBlock*> barriers,
                 const DominatorTree& dominators) {
  const BasicBlock* chosen = &way;
  while (chosen->getTerminator()->getNumSuccessors() == 1) {
    const auto* above = dominators.getNode(chosen)->getIDom();
    if (!above) return false;
    chosen = above->getBlock();
  }
  return any_of(successors(chosen), [&](const BasicBlock* other) {
    return other != &end && any_of(barriers, [&](const BasicBlock* barrier) {
             return isPotentiallyReachable(other, barrier, nullptr, &dominators);
           });
  });
}

// The way gets a copy of what stands in `end`, and goes on to what is behind that.
void copy_for(BasicBlock& way, BasicBlock& end, BasicBlock& behind) {
  auto* copy = SplitEdge(&way, &end);
  DenseMap<const Value*, Value*> here;
  const auto value = [&](Value* of) {
    const auto found = here.find(of);
    return found == here.end() ? of : found->second;
  };
  for (auto& phi : end.phis()) here[&phi] = phi.getIncomingValueForBlock(copy);
  IRBuilder<> builder(copy->getTerminator());
  for (auto& i : end) {
    if (isa<PHINode, DbgInfoIntrinsic>(i) || i.isTerminator()) continue;
    auto* made = i.clone();
    for (auto& operand : made->operands()) operand.set(value(operand.get()));
    here[&i] = builder.Insert(made);
  }
  end.removePredecessor(copy, true);
  copy->getTerminator()->setSuccessor(0, &behind);
}

}  // namespace

unsigned separate_returns(Function& function) {
  if (!function.getReturnType()->isVoidTy()) return 0;
  auto* end = joined_end(function);
  if (!end) return 0;
  SmallVector<BasicBlock*, 8> barriers;
  for (auto& i : instructions(function)) {
    if (pseudo::is(&i, pseudo::kBarrier)) barriers.push_back(i.getParent());
  }
  if (barriers.empty()) return 0;
  const DominatorTree dominators(function);
  SmallSetVector<BasicBlock*, 8> ways;
  for (auto* way : predecessors(end)) {
    if (others_wait(*way, *end, barriers, dominators)) ways.insert(way);
  }
  if (ways.empty()) return 0;
  auto* last = SplitBlock(end, end->getTerminator());
  last->setName("return");
  for (auto* way : ways) copy_for(*way, *end, *last);
  if (pred_empty(end)) DeleteDeadBlock(end);
  return ways.size();
}

}  // namespace heddle::compiler
