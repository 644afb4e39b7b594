// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/observed_exits.h"

#include "compiler/analysis/polls.h"
#include "compiler/analysis/retries.h"
#include "compiler/ir/pointer_calls.h"
#include "compiler/ir/pseudo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// The compare and swap that `value` is a result of, null if it is none.
const AtomicCmpXchgInst* swap_of(const Value* value) {
  while (isa<BitCastInst>(value)) value = cast<BitCastInst>(value)->getOperand(0);
  const auto* part = dyn_cast<ExtractValueInst>(value);
  return part ? dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand()) : nullptr;
}

// -1 or 1, as an addition of a constant says; 0: another operation.
int step_of(const AtomicRMWInst& update) {
  const auto* constant = dyn_cast<ConstantInt>(update.getValOperand());
  if (!constant || constant->isZero()) return 0;
  const int sign = constant->isNegative() ? -1 : 1;
  if (update.getOperation() == AtomicRMWInst::Add) return sign;
  return update.getOperation() == AtomicRMWInst::Sub ? -sign : 0;
}

}  // namespace

ObservedExits::ObservedExits(const Loop& loop, const LoopInfo& loops,
                             const DominatorTree& dominators,
                             const PostDominatorTree& post_dominators, Overlaps& overlaps)
    : loop_(loop),
      loops_(loops),
      post_dominators_(post_dominators),
      overlaps_(overlaps),
      rings_(loop) {
  for (const auto* block : loop.blocks()) {
    for (const auto& i : *block) {
      fences_ |= lets_others_write(i);
      has_barrier_ |= pseudo::is(&i, pseudo::kBarrier);
      if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) updates_.push_back(update);
      if (isa<LoadInst>(i) || !address_of(i) || !i.mayWriteToMemory()) continue;
      all_writes_.push_back(&i);
      if (const auto buffer = buffer_of(address_of(i)); buffer.is_one())
        writes_[buffer].push_back(&i);
    }
  }
  for (const auto* block : loop.blocks()) {
    for (const auto& i : *block) {
      bool plain = false;
      if (!sees_others(i, &plain)) continue;
      marked_.insert(&i);
      looks_behind_pointers_ |= !address_of(i) && calls_pointer(i);
      witnesses_.push_back({&i, plain, !address_of(i) || may_repeat(address_of(i), loop)});
    }
  }
  if (witnesses_.empty()) return;
  follow();
  SmallVector<BasicBlock*, 8> exiting;
  loop.getExitingBlocks(exiting);
  for (const auto* block : exiting) {
    const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    // A thread that goes round passes it in each round: only its condition counts.
    const bool each_round = loop.getLoopLatch() && dominators.dominates(block, loop.getLoopLatch());
    if (!branch || (influenced_.contains(block) && !each_round)) {
      exits_observed_ = true;
    } else if (branch->isConditional()) {
      look_at_exit(branch->getCondition(), !loop.contains(branch->getSuccessor(0)));
    }
  }
}

bool ObservedExits::may_wait() const {
  if (!exits_observed_) return false;
  return !ends_by_itself_ ||
         any_of(witnesses_, [](const Witness& w) { return w.repeats && !w.plain; });
}

// A condition of several parts leaves the loop by each of them alone.
void ObservedExits::look_at_exit(const Value* condition, bool leaves_when) {
  const Value *a = nullptr, *b = nullptr;
  if (match(condition, m_Not(m_Value(a)))) return look_at_exit(a, !leaves_when);
  if (leaves_when ? match(condition, m_LogicalOr(m_Value(a), m_Value(b)))
                  : match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))) {
    look_at_exit(a, leaves_when);
    look_at_exit(b, leaves_when);
    return;
  }
  if (is_marked(condition, *loop_.getHeader())) {
    exits_observed_ = true;
  } else if (!loop_.isLoopInvariant(condition)) {
    ends_by_itself_ = true;
  }
}

bool ObservedExits::others_write(const Buffer& buffer, const Instruction& besides) const {
  const auto found = writes_.find(buffer);
  return found != writes_.end() &&
         any_of(found->second, [&](const Instruction* write) { return write != &besides; });
}

bool ObservedExits::sees_others(const Instruction& i, bool* plain) const {
  if (pseudo::is(&i, pseudo::kMbarrierPhase)) return true;
  const auto* address = address_of(i);
  if (!address) return calls_pointer(i) && i.getModule()->getNamedMetadata(kLooksBehindPointers);
  const auto buffer = buffer_of(address);
  if (buffer.kind == Buffer::Kind::kLocal) return false;
  const bool written = others_write(buffer, i);
  if (const auto* load = dyn_cast<LoadInst>(&i)) {
    if (load->hasMetadata(LLVMContext::MD_invariant_load)) return false;
    // Threads of the block hand it on from barrier to barrier: what is stored counts.
    if (has_barrier_ && buffer.kind == Buffer::Kind::kShared && written) return false;
    if (load->isVolatile() || load->isAtomic()) return true;
    if (!has_barrier_ && rings_.is_read_by(*load)) return true;
    *plain = !fences_;
    if (has_barrier_) return false;
    if ((fences_ || written) && may_repeat(address, loop_)) return true;
    if (walks_again(*load)) return true;
    return comes_back(address, loop_) && is_written(*load);
  }
  if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&i)) return !is_retried(*swap, loop_);
  const auto* update = dyn_cast<AtomicRMWInst>(&i);
  if (!update) return false;
  if (update->getOperation() == AtomicRMWInst::Xchg) return true;
  return repeats_itself(*update, loop_) || written || is_given_back(*update);
}

// Whether each round walks through a structure anew, to the end of it, which others may write to:
// it searches until it has found. No compiler keeps what it has read where the loop may write
// there, as far as anybody can tell.
bool ObservedExits::walks_again(const LoadInst& load) const {
  const auto* inner = loops_.getLoopFor(load.getParent());
  const auto* address = load.getPointerOperand();
  const auto is_step = [&](const Instruction& i) { return is_walk(i, *inner); };
  if (inner == &loop_ || !(is_step(load) || is_computed_from(address, *inner, is_step)))
    return false;
  const auto may_write = [&](const auto* write) { return overlaps_.may_write(*write, load); };
  return (is_written(load) || !buffer_of(address).is_known()) && may_repeat(address, loop_) &&
         any_of(all_writes_, may_write);
}

// Whether the loop also adds the other way, maybe to the same word: an attempt to get one of so
// many, as at a semaphore.
bool ObservedExits::is_given_back(const AtomicRMWInst& update) const {
  const auto step = step_of(update);
  return step != 0 && any_of(updates_, [&](const auto* other) {
           return step_of(*other) * step < 0 && overlaps_.may_write(*other, update);
         });
}

bool ObservedExits::is_witness(const Instruction& i) const {
  return any_of(witnesses_, [&](const Witness& w) { return w.access == &i; });
}

// A comparison of a compare and swap's result with what it expected, which was seen just before.
bool ObservedExits::is_retry(const Value& condition) const {
  if (const auto* swap = swap_of(&condition)) return !is_witness(*swap);
  const auto* comparison = dyn_cast<ICmpInst>(&condition);
  if (!comparison || !comparison->isEquality()) return false;
  for (unsigned k : {0u, 1u}) {
    const auto* swap = swap_of(comparison->getOperand(k));
    if (swap && !is_witness(*swap) && comparison->getOperand(1 - k) == swap->getCompareOperand())
      return true;
  }
  return false;
}

// Whether `value`, used in `at`, is marked, or how often an inner loop went round that made it is.
bool ObservedExits::is_marked(const Value* value, const BasicBlock& at) const {
  if (marked_.contains(value)) return true;
  const auto* i = dyn_cast<Instruction>(value);
  if (!i || !loop_.contains(i)) return false;
  for (const auto* inner = loops_.getLoopFor(i->getParent());
       inner && inner != &loop_ && !inner->contains(&at); inner = inner->getParentLoop()) {
    if (left_early_.contains(inner)) return true;
  }
  return false;
}

bool ObservedExits::depends(const Instruction& i) const {
  if (is_retry(i)) return false;
  const auto& block = *i.getParent();
  const auto marked = [&](const Use& use) { return is_marked(use.get(), block); };
  if (const auto* phi = dyn_cast<PHINode>(&i)) {
    if (any_of(phi->incoming_values(), marked)) return true;
    const auto* inner = loops_.getLoopFor(&block);
    if (inner && inner->getHeader() == &block) return false;  // the values say it all
    if (phi->hasConstantValue()) return false;
    return any_of(phi->blocks(), [&](const BasicBlock* from) {
      return influenced_.contains(from) || branches_.contains(from);
    });
  }
  if (isa<LoadInst>(i) && !marked_buffers_.empty() &&
      marked_buffers_.contains(buffer_of(address_of(i))))
    return true;
  // What a function has seen it may also have written somewhere.
  if (isa<LoadInst>(i) && looks_behind_pointers_ && !i.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  return !i.isTerminator() && any_of(i.operands(), marked);
}

// Whether one of the ways from `block` leads round `around` without coming to `place`.
static bool goes_round(const BasicBlock& block, const Loop& around, const BasicBlock* place) {
  SmallVector<const BasicBlock*, 16> work(successors(&block));
  SmallPtrSet<const BasicBlock*, 32> seen;
  while (!work.empty()) {
    const auto* next = work.pop_back_val();
    if (next == around.getHeader()) return true;
    if (next == place || !around.contains(next) || !seen.insert(next).second) continue;
    append_range(work, successors(next));
  }
  return false;
}

// Where all ways from `block` meet, null: behind the loop. Not at a place that one of them comes to
// in a later round only: `if (odd) continue; if (swap()) break;` runs the swap in some rounds.
const BasicBlock* ObservedExits::meeting(const BasicBlock& block) const {
  const auto* node = post_dominators_.getNode(&block);
  const auto up = [&] { node = node->getIDom(); };
  if (node) up();
  for (const auto* around = loops_.getLoopFor(&block); node && node->getBlock();
       around = around->getParentLoop()) {
    if (around->contains(node->getBlock()) && goes_round(block, *around, node->getBlock())) {
      while (node && node->getBlock() && around->contains(node->getBlock())) up();
    }
    if (around == &loop_) break;
  }
  return node ? node->getBlock() : nullptr;
}

// What runs, or not, as the branch at the end of `block` says, as far as both ways meet again.
void ObservedExits::mark_branch(const BasicBlock& block) {
  branches_.insert(&block);
  const auto* innermost = loops_.getLoopFor(&block);
  const auto* meet = meeting(block);
  SmallVector<const BasicBlock*, 16> work;
  const auto leaves = [&](const BasicBlock* next) { return !innermost->contains(next); };
  const bool exits = any_of(successors(&block), leaves);
  for (const auto* next : successors(&block)) {
    if (!exits || leaves(next)) work.push_back(next);
    for (const auto* inner = innermost; inner != &loop_ && !inner->contains(next);
         inner = inner->getParentLoop())
      left_early_.insert(inner);
  }
  while (!work.empty()) {
    const auto* next = work.pop_back_val();
    if (next == meet || !loop_.contains(next)) continue;
    const auto* around = loops_.getLoopFor(next);
    if (around->getHeader() == next && around->contains(&block)) continue;  // its next round
    if (!influenced_.insert(next).second) continue;
    for (const auto* behind : successors(next)) {
      work.push_back(behind);
      for (const auto* inner = innermost; inner != &loop_ && !inner->contains(behind);
           inner = inner->getParentLoop()) {
        if (inner->contains(next)) left_early_.insert(inner);
      }
    }
  }
}

// What is written that depends on what was seen.
bool ObservedExits::follow_memory() {
  bool changed = false;
  for (const auto& [buffer, writes] : writes_) {
    if (marked_buffers_.contains(buffer)) continue;
    const bool seen = any_of(writes, [&](const Instruction* write) {
      const auto& block = *write->getParent();
      return influenced_.contains(&block) ||
             any_of(write->operands(), [&](const Use& use) { return is_marked(use.get(), block); });
    });
    if (!seen) continue;
    marked_buffers_.insert(buffer);
    changed = true;
  }
  return changed;
}

void ObservedExits::follow() {
  for (bool changed = true; changed;) {
    changed = follow_memory();
    for (const auto* block : loop_.blocks()) {
      for (const auto& i : *block) {
        if (marked_.contains(&i) || i.getType()->isVoidTy() || !depends(i)) continue;
        marked_.insert(&i);
        changed = true;
      }
      const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || !branch->isConditional() || branches_.contains(block)) continue;
      if (!is_marked(branch->getCondition(), *block)) continue;
      mark_branch(*block);
      changed = true;
    }
  }
}

}  // namespace heddle::compiler
