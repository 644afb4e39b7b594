// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/exit_paths.h"

#include "compiler/ir/warp_ops.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Instructions of a choice are made once more at each place from where it is followed.
constexpr unsigned kMostCopied = 8;

bool does_nothing(const BasicBlock& block) {
  return &*block.getFirstNonPHIOrDbg() == block.getTerminator();
}

// Barriers and warp operations, and what may do anything.
bool may_meet_others(const BasicBlock& block) {
  return any_of(block, [](const Instruction& i) {
    if (isa<DbgInfoIntrinsic>(i)) return false;
    const auto* call = dyn_cast<CallInst>(&i);
    if (!call) return isa<CallBase>(i);
    return call->isConvergent() || warp_op_row(*call) || !isa<IntrinsicInst>(call) ||
           !call->doesNotAccessMemory();
  });
}

// condition ? yes : no, in the shortest way.
Value* choose(IRBuilder<>& builder, Value* condition, Value* yes, Value* no) {
  if (yes == no) return yes;
  if (yes == builder.getTrue() && no == builder.getFalse()) return condition;
  if (yes == builder.getFalse() && no == builder.getTrue()) return builder.CreateNot(condition);
  return builder.CreateSelect(condition, yes, no);
}

}  // namespace

ExitPaths::ExitPaths(Function& kernel) {
  for (auto& block : kernel) {
    if (isa<ReturnInst>(block.getTerminator())) last_ = &block;
  }
  SmallVector<BasicBlock*, 8> work{last_};
  while (!work.empty()) {
    auto* block = work.pop_back_val();
    const bool leads_there = block == last_ || block->getTerminator()->getNumSuccessors() == 1;
    if (!does_nothing(*block) || !leads_there || !empty_.insert(block).second) continue;
    for (auto* before : predecessors(block)) work.push_back(before);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& block : kernel) {
      if (!choices_.contains(&block) && is_choice(block)) {
        choices_.insert(&block);
        changed = true;
      }
    }
  }
}

// Nothing but a branch on what is known where the block is entered: its phis, and what is computed
// from these alone. A branch on anything else is one of the program's own: who goes past barriers
// by several of these has not returned. Not the entry, where nothing stands in front.
bool ExitPaths::is_choice(const BasicBlock& block) const {
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || pred_empty(&block)) return false;
  const auto is_known = [&](const Value* value) {
    const auto* made = dyn_cast<Instruction>(value);
    return isa<Constant>(value) || (made && made->getParent() == &block);
  };
  unsigned copied = 0;
  for (const auto& i : block) {
    if (isa<PHINode, DbgInfoIntrinsic>(i) || i.isTerminator()) continue;
    if (++copied > kMostCopied || i.mayReadOrWriteMemory()) return false;
    if (!isSafeToSpeculativelyExecute(&i) || !all_of(i.operands(), is_known)) return false;
  }
  if (branch->isConditional() && !is_known(branch->getCondition())) return false;
  bool leads_there = false;
  for (const auto* next : successors(&block)) {
    leads_there |= empty_.contains(next) || choices_.contains(next);
    if (next == &block || leads_back(*next, block)) return false;
  }
  return leads_there;
}

// Whether a path of choices leads from one block to another: nothing is followed around a loop.
bool ExitPaths::leads_back(const BasicBlock& from, const BasicBlock& to) const {
  if (!choices_.contains(&from)) return false;
  return any_of(successors(&from),
                [&](const BasicBlock* next) { return next == &to || leads_back(*next, to); });
}

// Whether a thread ends that goes from one block to the next. `known` has the values of `from` for
// those who came to it on the path that is followed.
Value* ExitPaths::on_edge(IRBuilder<>& builder, BasicBlock& from, BasicBlock& to,
                          const Values& known) {
  if (empty_.contains(&to)) return builder.getTrue();
  if (!choices_.contains(&to)) return builder.getFalse();
  const auto value = [](const Values& values, Value* of) {
    const auto found = values.find(of);
    return found == values.end() ? of : found->second;
  };
  Values here = known;
  for (auto& phi : to.phis()) here[&phi] = value(known, phi.getIncomingValueForBlock(&from));
  auto* branch = cast<BranchInst>(to.getTerminator());
  for (auto& i : to) {
    if (isa<PHINode, DbgInfoIntrinsic>(i) || i.isTerminator()) continue;
    auto* copy = i.clone();
    for (auto& operand : copy->operands()) operand.set(value(here, operand.get()));
    here[&i] = builder.Insert(copy);
  }
  if (branch->isUnconditional()) return on_edge(builder, to, *branch->getSuccessor(0), here);
  auto* yes = on_edge(builder, to, *branch->getSuccessor(0), here);
  auto* no = on_edge(builder, to, *branch->getSuccessor(1), here);
  return choose(builder, value(here, branch->getCondition()), yes, no);
}

// All threads have to come by one block, behind whose end nobody meets anybody: the first of those
// of which that is true.
BasicBlock* ExitPaths::end_of_all(Function& kernel) const {
  SmallPtrSet<const BasicBlock*, 16> before;  // something that meets others comes behind them
  SmallVector<const BasicBlock*, 16> work;
  for (auto& block : kernel) {
    if (may_meet_others(block)) work.push_back(&block);
  }
  while (!work.empty()) {
    for (const auto* previous : predecessors(work.pop_back_val())) {
      if (before.insert(previous).second) work.push_back(previous);
    }
  }
  const auto is_first = [&](const BasicBlock& block) {
    return !before.contains(&block) &&
           (block.isEntryBlock() || any_of(predecessors(&block), [&](const BasicBlock* previous) {
              return before.contains(previous);
            }));
  };
  return count_if(kernel, is_first) == 1 ? last_ : nullptr;
}

Value* ExitPaths::ended_behind(IRBuilder<>& builder, BasicBlock& block) {
  auto* terminator = block.getTerminator();
  builder.SetInsertPoint(terminator);
  // Nothing else leads to an entry that does nothing, and a return with work in front is not
  // decided on before that.
  const bool is_empty_kernel = empty_.contains(&block) && block.isEntryBlock();
  const bool ends_with_work = &block == last_ && !empty_.contains(&block);
  if (is_empty_kernel || ends_with_work) return builder.getTrue();
  auto* branch = dyn_cast<BranchInst>(terminator);
  if (empty_.contains(&block) || choices_.contains(&block) || !branch) return nullptr;
  Value* ended = nullptr;
  if (branch->isUnconditional()) {
    ended = on_edge(builder, block, *branch->getSuccessor(0), Values());
  } else {
    auto* yes = on_edge(builder, block, *branch->getSuccessor(0), Values());
    auto* no = on_edge(builder, block, *branch->getSuccessor(1), Values());
    ended = choose(builder, branch->getCondition(), yes, no);
  }
  const auto* constant = dyn_cast<ConstantInt>(ended);
  return constant && constant->isZero() ? nullptr : ended;
}

}  // namespace heddle::compiler
