// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lanes_that_wait.h"

#include "compiler/analysis/lane_groups.h"
#include "compiler/ir/pseudo.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// A barrier that some threads pass without waiting, or that counts threads.
bool is_split_barrier(const Instruction& i) {
  if (!pseudo::is(&i, pseudo::kBarrier)) return false;
  const auto* id = dyn_cast<ConstantInt>(i.getOperand(0));
  const auto* threads = dyn_cast<Constant>(i.getOperand(1));
  const auto* op = dyn_cast<ConstantInt>(i.getOperand(2));
  return !id || id->getZExtValue() == abi::kClusterBarrier || !threads || !threads->isNullValue() ||
         !op || op->getZExtValue() == static_cast<unsigned>(abi::BarrierOp::kArrive);
}

// All threads of the block, or all lanes of the warp, wait here for each other.
bool all_lanes_meet(const Instruction& i) {
  if (pseudo::is(&i, pseudo::kBarrier)) return true;
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  if (!call || call->getIntrinsicID() != Intrinsic::nvvm_bar_warp_sync) return false;
  const auto* members = dyn_cast<Constant>(call->getArgOperand(0));
  return members && members->isAllOnesValue();
}

class AmongLanes {
 public:
  AmongLanes(const Loop& loop, ArrayRef<Poll> polls, const LoopInfo& loops,
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
        lanes_meet_(plain_barriers && none_of(loop.blocks(), meets)) {}

  bool run() const {
    auto* header = loop_.getHeader();
    if (shapes_.is_divergent(&loop_) && !single_lane(*header, dominators_, shapes_)) {
      // A lane that has got through (a lock is its own now) or whose turn is over writes later.
      if (any_of(polls_, [&](const Poll& poll) { return takes(poll); })) return true;
      SmallVector<BasicBlock*, 8> behind;
      loop_.getExitBlocks(behind);
      if (!one_mbarrier() && releases(behind, nullptr, lanes_meet_)) return true;
    }
    // Lanes that took another way before the loop, as far as all meet again.
    for (auto& branch : *header->getParent()) {
      if (!shapes_.is_divergent(&branch) || loop_.contains(&branch)) continue;
      const auto* node = post_dominators_.getNode(&branch);
      const auto* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      const SmallVector<BasicBlock*, 2> sides(successors(&branch));
      if (!reaches(sides, meet, header)) continue;
      const bool met_before = search(sides, meet, [&](auto& block) {
        return meets(&block) && reaches(successors_of(block), meet, header);
      });
      if (releases(sides, meet, lanes_meet_ && !met_before) ||
          (meet && waits_for_mbarrier() && arrives_from(*meet)))
        return true;
    }
    return false;
  }

 private:
  // A lane that leaves the loop by it may keep others in the loop (a lock). Where the function's
  // caller is not known, so may one that leaves by a load.
  bool takes(const Poll& poll) const {
    if (!poll.only_waits || pseudo::is(poll.access, pseudo::kMbarrierPhase)) return false;
    return isa<LoadInst>(poll.access) ? has_caller_ : poll.access->mayWriteToMemory();
  }
  // All lanes wait for one mbarrier. They have arrived together, so one phase ends for all of them:
  // no lane waits for what another does after its wait.
  bool one_mbarrier() const {
    return all_of(polls_, [&](const Poll& poll) {
      return pseudo::is(poll.access, pseudo::kMbarrierPhase) &&
             shapes_.shape(poll.access->getOperand(0)).is_uniform();
    });
  }

  bool waits_for_mbarrier() const {
    return any_of(polls_,
                  [](const Poll& poll) { return pseudo::is(poll.access, pseudo::kMbarrierPhase); });
  }
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

  static SmallVector<BasicBlock*, 2> successors_of(const BasicBlock& block) {
    SmallVector<BasicBlock*, 2> result;
    for (const auto* next : successors(&block)) result.push_back(const_cast<BasicBlock*>(next));
    return result;
  }
  static bool meets(const BasicBlock* block) { return any_of(*block, all_lanes_meet); }

  // Is a poll's buffer written by lanes that have not come through the loop and need not come to
  // it? `meet`: who comes to a place where all lanes meet stays there while others wait.
  bool releases(ArrayRef<BasicBlock*> from, const BasicBlock* until, bool meet) const {
    const auto* header = loop_.getHeader();
    SmallVector<const BasicBlock*, 16> work(from);
    SmallPtrSet<const BasicBlock*, 32> seen(from.begin(), from.end());
    while (!work.empty()) {
      const auto* block = work.pop_back_val();
      if (block == until || loop_.contains(block)) continue;
      const bool comes_to_loop = until && dominators_.dominates(block, header);
      bool met = false, releases = false;
      for (const auto& i : *block) {
        met = met || (meet && all_lanes_meet(i));
        releases = releases ||
                   (!met && any_of(polls_, [&](const Poll& poll) { return may_release(i, poll); }));
      }
      // The lane that waits is no other lane.
      if (releases && !comes_to_loop && !same_lane(*header, *block, dominators_, loops_, shapes_))
        return true;
      if (met) continue;
      for (const auto* next : successors(block)) {
        if (seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  bool may_release(const Instruction& i, const Poll& poll) const {
    if (!poll.only_waits && address_of(i) && !same_field(i, *poll.access)) return false;
    return overlaps_.may_write(i, *poll.access);
  }

  const Loop& loop_;
  ArrayRef<Poll> polls_;
  const LoopInfo& loops_;
  const DominatorTree& dominators_;
  const PostDominatorTree& post_dominators_;
  const ShapeAnalysis& shapes_;
  Overlaps& overlaps_;
  bool has_caller_;
  bool lanes_meet_;  // no lane passes a barrier while another one is in the loop
};

}  // namespace

LanesThatWait::LanesThatWait(const Function& function, const LoopInfo& loops,
                             const DominatorTree& dominators,
                             const PostDominatorTree& post_dominators, const ShapeAnalysis& shapes,
                             bool is_kernel)
    : loops_(loops),
      dominators_(dominators),
      post_dominators_(post_dominators),
      shapes_(shapes),
      overlaps_(function),
      plain_barriers_(none_of(instructions(function), is_split_barrier)),
      has_caller_(!is_kernel) {}

bool LanesThatWait::in(const Loop& loop, ArrayRef<Poll> polls) {
  return !polls.empty() && AmongLanes(loop, polls, loops_, dominators_, post_dominators_, shapes_,
                                      overlaps_, plain_barriers_, has_caller_)
                               .run();
}

}  // namespace heddle::compiler
