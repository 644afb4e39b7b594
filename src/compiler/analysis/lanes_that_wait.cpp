// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lanes_that_wait.h"

#include "compiler/analysis/lane_groups.h"
#include "compiler/analysis/lanes_agree.h"
#include "compiler/analysis/own_places.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/warp_ops.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;

bool is_split_barrier(const Instruction& i) {
  if (!pseudo::is(&i, pseudo::kBarrier)) return false;
  const auto* id = dyn_cast<ConstantInt>(i.getOperand(0));
  const auto* threads = dyn_cast<Constant>(i.getOperand(1));
  const auto* op = dyn_cast<ConstantInt>(i.getOperand(2));
  return !id || !threads || !threads->isNullValue() || !op ||
         op->getZExtValue() == static_cast<unsigned>(abi::BarrierOp::kArrive);
}

bool all_lanes_meet(const Instruction& i) {
  if (pseudo::is(&i, pseudo::kBarrier)) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  if (!call || call->getIntrinsicID() != Intrinsic::nvvm_bar_warp_sync) return false;
  const auto* members = dyn_cast<Constant>(call->getArgOperand(0));
  return members && members->isAllOnesValue();
}

bool names_all_lanes(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  const auto* row = call ? warp_op_row(*call) : nullptr;
  const auto* members =
      row ? dyn_cast_or_null<Constant>(WarpOpRow::argument(*call, row->members)) : nullptr;
  return members && members->isAllOnesValue();
}

namespace {

bool is_phase(const Instruction* poll) {
  return pseudo::is(poll, pseudo::kMbarrierPhase);
}

// A plain store of another size, through another pointer than the one that is polled as volatile or
// atomic: no flag is set like that. It would be a race besides.
bool is_another_type(const Instruction& i, const Instruction& poll) {
  const auto* store = dyn_cast<StoreInst>(&i);
  if (!store || !store->isSimple() || is_phase(&poll)) return false;
  if (!poll.isVolatile() && !poll.isAtomic()) return false;
  if (store->getValueOperand()->getType()->isVectorTy()) return false;  // several, joined
  return !same_buffer(i, poll) && accessed_bytes(i) != accessed_bytes(poll);
}

class AmongLanes {
 public:
  AmongLanes(const Loop& loop, ArrayRef<const Instruction*> polls, const LoopInfo& loops,
             const DominatorTree& dominators, const PostDominatorTree& post_dominators,
             const ShapeAnalysis& shapes, Overlaps& overlaps, bool plain_barriers, bool has_caller)
      : loop_(loop),
        polls_(polls),
        loops_(loops),
        dominators_(dominators),
        post_dominators_(post_dominators),
        shapes_(shapes),
        overlaps_(overlaps),
        has_caller_(has_caller),
        lanes_meet_(plain_barriers && none_of(loop.blocks(), meets)) {
    find_ahead();
  }

  bool run() const {
    const bool phases = all_of(polls_, is_phase);
    // What lanes do that did not come into the function, and all do behind it, is not known.
    if (has_caller_ && !phases) return true;
    auto* header = loop_.getHeader();
    // Lanes that have left the loop.
    if (shapes_.is_divergent(&loop_) && !single_lane(*header, dominators_, loops_, shapes_)) {
      SmallVector<BasicBlock*, 8> behind;
      loop_.getExitBlocks(behind);
      if (!one_mbarrier() && releases(behind, nullptr, lanes_meet_, true)) return true;
    }
    // Lanes that took another way before the loop. Where that meets the others' ahead of the loop,
    // they come along; elsewhere they go on, also behind the place where vector code lets them
    // wait.
    for (auto& branch : *header->getParent()) {
      if (loop_.contains(&branch) || !parts_lanes(branch)) continue;
      const auto* node = post_dominators_.getNode(&branch);
      const auto* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      for (auto* way : successors(&branch)) {
        if (!ahead_.contains(way)) continue;
        SmallVector<BasicBlock*, 2> others;
        copy_if(successors(&branch), std::back_inserter(others),
                [&](auto* side) { return side != way; });
        const auto* until = phases || ahead_.contains(meet) ? meet : nullptr;
        if (releases(others, until, lanes_meet_ && !meets_on_the_way(*way), false)) return true;
      }
      const SmallVector<BasicBlock*, 2> sides(successors(&branch));
      if (meet && waits_for_mbarrier() && reaches(sides, meet, header) && arrives_from(*meet))
        return true;
    }
    return false;
  }

 private:
  // All lanes wait for one mbarrier. They have arrived together, so one phase ends for all of them:
  // no lane waits for what another does after its wait.
  bool one_mbarrier() const {
    return all_of(polls_, [&](const auto* poll) {
      return is_phase(poll) && shapes_.shape(poll->getOperand(0)).is_uniform();
    });
  }

  bool waits_for_mbarrier() const { return any_of(polls_, is_phase); }
  // Do lanes that are at `start`, where those that wait meet them, arrive at an mbarrier before
  // they have to wait themselves?
  static bool arrives_from(const BasicBlock& start) {
    SmallVector<const BasicBlock*, 16> work{&start};
    SmallPtrSet<const BasicBlock*, 32> seen{&start};
    while (!work.empty()) {
      const auto* block = work.pop_back_val();
      const auto first = find_if(*block, [](const auto& i) {
        return pseudo::is(&i, pseudo::kMbarrier) || pseudo::is(&i, pseudo::kMbarrierPhase) ||
               pseudo::is(&i, pseudo::kBarrier);
      });
      if (first != block->end()) {
        if (pseudo::is(&*first, pseudo::kMbarrier)) return true;
        continue;
      }
      for (const auto* next : successors(block)) {
        if (seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  // Whether `wanted` holds for a block on a way from `from` that ends before `until` (may be null).
  static bool search(ArrayRef<BasicBlock*> from, const BasicBlock* until,
                     function_ref<bool(const BasicBlock&)> wanted) {
    SmallVector<const BasicBlock*, 16> work(from);
    SmallPtrSet<const BasicBlock*, 32> seen(from.begin(), from.end());
    while (!work.empty()) {
      const auto* block = work.pop_back_val();
      if (block == until) continue;
      if (wanted(*block)) return true;
      for (const auto* next : successors(block)) {
        if (seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  static bool reaches(ArrayRef<BasicBlock*> from, const BasicBlock* until, const BasicBlock* to) {
    return search(from, until, [&](auto& block) { return &block == to; });
  }

  static bool meets(const BasicBlock* block) { return any_of(*block, all_lanes_meet); }

  bool parts_lanes(const BasicBlock& block) const {
    const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    return branch && branch->isConditional() && shapes_.is_divergent(&block) &&
           !lanes_agree(*branch->getCondition(), loops_, shapes_);
  }

  // Back to the header of a loop around this one, or of this one.
  bool is_back_edge(const BasicBlock& from, const BasicBlock& to) const {
    const auto* loop = loops_.getLoopFor(&to);
    return loop && loop->getHeader() == &to && loop->contains(&from) &&
           loop->contains(loop_.getHeader());
  }

  // What vector code has run for all lanes when it comes to the loop, in this round of those
  // around.
  void find_ahead() {
    SmallVector<const BasicBlock*, 16> work{loop_.getHeader()};
    ahead_.insert(loop_.getHeader());
    while (!work.empty()) {
      const auto* block = work.pop_back_val();
      for (const auto* from : predecessors(block)) {
        if (!is_back_edge(*from, *block) && ahead_.insert(from).second) work.push_back(from);
      }
    }
  }

  // Do all lanes meet between `way` and the loop? Then others that meet later meet those there.
  bool meets_on_the_way(const BasicBlock& way) const {
    SmallVector<const BasicBlock*, 16> work{&way};
    SmallPtrSet<const BasicBlock*, 32> seen{&way};
    while (!work.empty()) {
      const auto* block = work.pop_back_val();
      if (meets(block)) return true;
      for (const auto* next : successors(block)) {
        const bool goes_on = ahead_.contains(next) && !is_back_edge(*block, *next);
        if (goes_on && seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  // Do lanes that are not in the loop, but in `from`, write what it polls? `until`: there they come
  // along. `meet`: who comes to a place where all lanes meet stays there while others wait.
  // `again`: what is ahead of the loop has not been run for them, as it is another round.
  bool releases(ArrayRef<BasicBlock*> from, const BasicBlock* until, bool meet, bool again) const {
    const auto* header = loop_.getHeader();
    using Place = PointerIntPair<const BasicBlock*, 1, bool>;
    SmallVector<Place, 16> work;
    for (const auto* block : from) work.push_back({block, again});
    SmallPtrSet<void*, 32> seen;
    while (!work.empty()) {
      const auto place = work.pop_back_val();
      const auto* block = place.getPointer();
      if (!seen.insert(place.getOpaqueValue()).second) continue;
      if (block == until || loop_.contains(block)) continue;
      const bool has_run = !place.getInt() && ahead_.contains(block);
      bool met = false, releases = false;
      for (const auto& i : *block) {
        met = met || (meet && (all_lanes_meet(i) || names_all_lanes(i)));
        releases = releases || (!met && !has_run && any_of(polls_, [&](const auto* poll) {
                     return overlaps_.may_write(i, *poll) && !is_another_type(i, *poll) &&
                            !lanes_keep_apart(i, *poll, loops_, shapes_);
                   }));
      }
      // The lane that waits is no other lane.
      if (releases && !same_lane(*header, *block, dominators_, loops_, shapes_)) return true;
      if (met) continue;
      for (const auto* next : successors(block))
        work.push_back({next, place.getInt() || is_back_edge(*block, *next)});
    }
    return false;
  }

  const Loop& loop_;
  ArrayRef<const Instruction*> polls_;
  const LoopInfo& loops_;
  const DominatorTree& dominators_;
  const PostDominatorTree& post_dominators_;
  const ShapeAnalysis& shapes_;
  Overlaps& overlaps_;
  bool has_caller_;
  SmallPtrSet<const BasicBlock*, 32> ahead_;
  bool lanes_meet_;  // no lane passes a barrier while another one is in the loop
};

}  // namespace

LanesThatWait::LanesThatWait(const Function& function, const LoopInfo& loops,
                             const DominatorTree& dominators,
                             const PostDominatorTree& post_dominators, const ShapeAnalysis& shapes,
                             Overlaps& overlaps, bool is_kernel)
    : loops_(loops),
      dominators_(dominators),
      post_dominators_(post_dominators),
      shapes_(shapes),
      overlaps_(overlaps),
      plain_barriers_(none_of(instructions(function), is_split_barrier)),
      has_caller_(!is_kernel) {}

bool LanesThatWait::in(const Loop& loop, ArrayRef<const Instruction*> polls) {
  return !polls.empty() && AmongLanes(loop, polls, loops_, dominators_, post_dominators_, shapes_,
                                      overlaps_, plain_barriers_, has_caller_)
                               .run();
}

}  // namespace heddle::compiler
