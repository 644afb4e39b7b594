// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/stands_alone.h"

#include "compiler/analysis/recursive_waits.h"
#include "compiler/ir/pointer_calls.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// What a branch is computed from within its loop. What was computed before the loop does not
// change in it.
class BranchSlice {
 public:
  explicit BranchSlice(const Loop& loop) : loop_(loop) {}

  bool looks_at_memory(const Instruction& branch) {
    work_.assign(1, &branch);
    while (!work_.empty()) {
      const auto* i = work_.pop_back_val();
      if (i->mayReadOrWriteMemory()) return true;
      for (const Value* operand : i->operands()) {
        const auto* from = dyn_cast<Instruction>(operand);
        if (from && loop_.contains(from) && seen_.insert(from).second) work_.push_back(from);
      }
    }
    return false;
  }

 private:
  const Loop& loop_;
  SmallPtrSet<const Instruction*, 32> seen_;
  SmallVector<const Instruction*, 16> work_;
};

bool branches_stand_alone(const Loop& loop) {
  BranchSlice slice(loop);
  return none_of(loop.blocks(), [&](const BasicBlock* block) {
    return slice.looks_at_memory(*block->getTerminator());
  });
}

bool has_irreducible_loops(Function& function, const LoopInfo& loops) {
  for (auto blocks = scc_begin(&function); !blocks.isAtEnd(); ++blocks) {
    if (!blocks.hasCycle()) continue;
    const auto* inner = loops.getLoopFor(blocks->front());
    const auto* loop = inner ? inner->getOutermostLoop() : nullptr;
    if (!loop || any_of(*blocks, [&](auto* block) { return !loop->contains(block); })) return true;
  }
  return false;
}

}  // namespace

bool stands_alone(Module& module) {
  for (auto& function : module) {
    if (function.isDeclaration()) continue;
    if (calls_pointers(function) || calls_itself(function)) return false;
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    if (has_irreducible_loops(function, loops)) return false;
    // An outer loop's branches are those of the inner ones, too.
    if (!all_of(loops, [](const Loop* loop) { return branches_stand_alone(*loop); })) return false;
  }
  return true;
}

}  // namespace heddle::compiler
