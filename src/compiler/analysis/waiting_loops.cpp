// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/waiting_loops.h"

#include "compiler/analysis/lanes_that_wait.h"
#include "compiler/analysis/observed_exits.h"
#include "compiler/analysis/polls.h"
#include "compiler/analysis/walks.h"
#include "compiler/ir/cover.h"
#include "compiler/ir/pseudo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// One loop, and what its exits hang on.
class Exits {
 public:
  Exits(const Loop& loop, Overlaps& overlaps) : loop_(loop), overlaps_(overlaps) {
    for (auto* block : loop.blocks()) {
      for (auto& i : *block) {
        fences_ |= lets_others_write(i);
        has_barrier_ |= pseudo::is(&i, pseudo::kBarrier);
        if (const auto* store = dyn_cast<StoreInst>(&i)) stores_.push_back(store);
        if (is_cover(&i)) continue;
        if (!isa<LoadInst>(i) && i.mayWriteToMemory()) writes_.push_back(&i);
      }
    }
  }

  bool wait() {
    SmallVector<BasicBlock*, 8> exiting;
    loop_.getExitingBlocks(exiting);
    for (auto* block : exiting) {
      const auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch || (branch->isConditional() && !follow(branch->getCondition()))) return false;
    }
    return !polls_.empty();
  }

  ArrayRef<const Instruction*> polls() const { return polls_.getArrayRef(); }

  std::vector<Instruction*> effects() const {
    std::vector<Instruction*> found;
    for (auto* block : loop_.blocks()) {
      for (auto& i : *block) {
        const bool looks =
            isa<LoadInst>(i) || lets_others_write(i) || polls_.contains(&i) || is_cover(&i);
        if (!looks && i.mayWriteToMemory()) found.push_back(&i);
      }
    }
    return found;
  }

 private:
  // False when the value may change without another thread's doing.
  bool follow(const Value* value) {
    const auto* i = dyn_cast<Instruction>(value);
    if (!i || !loop_.contains(i)) return true;
    if (running_.contains(i)) return false;  // a phi that depends on itself counts something
    if (done_.contains(i)) return true;
    const auto* load = dyn_cast<LoadInst>(i);
    const bool handed_on = load && is_stored_here(*load);
    if (i->mayReadFromMemory() && !handed_on) {
      if (!is_poll(*i, loop_, fences_ || (load && is_read_anew(*load)))) return false;
      polls_.insert(i);
      return true;
    }
    if (i->mayHaveSideEffects() && !isa<CallInst, LoadInst>(i)) return false;
    running_.insert(i);
    if (handed_on) {
      for (const auto* store : stores_) {
        if (same_buffer(*load, *store) && !follow(store->getValueOperand())) return false;
      }
    } else {
      for (const Value* operand : i->operands()) {
        if (!follow(operand)) return false;
      }
    }
    running_.erase(i);
    done_.insert(i);
    return true;
  }

  // In a loop with a barrier threads hand on what they have read: `if (t == 0) flag = *global;
  // __syncthreads(); if (flag) break;`. Then what is stored counts, not the load.
  bool is_stored_here(const LoadInst& load) const {
    return has_barrier_ &&
           any_of(stores_, [&](const auto* store) { return same_buffer(load, *store); });
  }

  // Whether the loop may end by a write of its own: to the place itself, or to places of the same
  // buffer that it goes on to.
  bool may_end_by(const Instruction& write, const LoadInst& load) const {
    if (!same_buffer(write, load)) return false;
    const auto* to = address_of(write);
    return !is_fixed(to, loop_) ||
           to->stripPointerCasts() == load.getPointerOperand()->stripPointerCasts();
  }

  // No compiler keeps what a plain load has found where the loop may write there, as far as anybody
  // can tell.
  bool is_read_anew(const LoadInst& load) const {
    if (load.hasMetadata(LLVMContext::MD_invariant_load)) return false;
    return none_of(writes_, [&](const auto* write) { return may_end_by(*write, load); }) &&
           any_of(writes_, [&](const auto* write) { return overlaps_.may_write(*write, load); });
  }

  const Loop& loop_;
  Overlaps& overlaps_;
  bool fences_ = false, has_barrier_ = false;
  SmallVector<const StoreInst*, 8> stores_;
  SmallVector<const Instruction*, 8> writes_;
  SmallPtrSet<const Instruction*, 16> running_, done_;
  SmallSetVector<const Instruction*, 2> polls_;
};

using AmongLanes = WaitingLoop::AmongLanes;

// Of a loop that does more than wait.
AmongLanes among_lanes(const ObservedExits& exits, const Loop& loop, LanesThatWait& lanes) {
  std::vector<const Instruction*> polls, maybe;
  for (const auto& [access, plain, repeats] : exits.witnesses()) {
    const bool goes_on = !repeats && is_walk(*access, loop) && finds_end(*access, loop);
    (plain || goes_on ? maybe : polls).push_back(access);
  }
  return lanes.in(loop, polls)   ? AmongLanes::kYes
         : lanes.in(loop, maybe) ? AmongLanes::kMaybe
                                 : AmongLanes::kNo;
}

}  // namespace

std::vector<WaitingLoop> find_waiting_loops(LoopInfo& loops, const DominatorTree& dominators,
                                            const PostDominatorTree& post_dominators,
                                            const ShapeAnalysis& shapes, bool is_kernel) {
  std::vector<WaitingLoop> result;
  if (loops.empty()) return result;
  const auto& function = *(*loops.begin())->getHeader()->getParent();
  Overlaps overlaps(function);
  LanesThatWait lanes(function, loops, dominators, post_dominators, shapes, overlaps, is_kernel);
  for (auto* loop : loops.getLoopsInPreorder()) {
    Exits exits(*loop, overlaps);
    if (exits.wait()) {
      const auto among = lanes.in(*loop, exits.polls()) ? AmongLanes::kYes : AmongLanes::kNo;
      result.push_back({loop, true, among, exits.effects()});
      continue;
    }
    const ObservedExits observed(*loop, loops, dominators, post_dominators, overlaps);
    if (!observed.may_wait()) continue;
    result.push_back({loop, false, among_lanes(observed, *loop, lanes), {}});
  }
  return result;
}

std::optional<std::vector<Instruction*>> effects_of_waiting_loop(const Loop& loop) {
  Overlaps overlaps(*loop.getHeader()->getParent());
  Exits exits(loop, overlaps);
  if (!exits.wait()) return std::nullopt;
  return exits.effects();
}

bool may_poll(const Instruction& i) {
  // An addition whose result nobody looks at tells the thread nothing.
  if (const auto* update = dyn_cast<AtomicRMWInst>(&i); update && update->use_empty()) return false;
  return i.isVolatile() || i.isAtomic() || lets_others_write(i) ||
         pseudo::is(&i, pseudo::kMbarrierPhase);
}

}  // namespace heddle::compiler
