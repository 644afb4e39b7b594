// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lanes_that_wait.h"

#include "compiler/analysis/lane_groups.h"
#include "compiler/ir/pseudo.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

class AmongLanes {
 public:
  AmongLanes(const Loop& loop, ArrayRef<Poll> polls, const DominatorTree& dominators,
             const PostDominatorTree& post_dominators, const ShapeAnalysis& shapes,
             Overlaps& overlaps)
      : loop_(loop),
        polls_(polls),
        dominators_(dominators),
        post_dominators_(post_dominators),
        shapes_(shapes),
        overlaps_(overlaps) {}

  bool run() const {
    auto* header = loop_.getHeader();
    if (shapes_.is_divergent(&loop_) && !single_lane(*header, dominators_, shapes_)) {
      // A lane that has got through (a lock is its own now) or whose turn is over writes later.
      if (any_of(polls_, takes)) return true;
      SmallVector<BasicBlock*, 8> behind;
      loop_.getExitBlocks(behind);
      if (!one_mbarrier() && releases(behind, nullptr)) return true;
    }
    // Lanes that took another way before the loop, as far as all meet again.
    for (auto& branch : *header->getParent()) {
      if (!shapes_.is_divergent(&branch) || loop_.contains(&branch)) continue;
      const auto* node = post_dominators_.getNode(&branch);
      const auto* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      const SmallVector<BasicBlock*, 2> sides(successors(&branch));
      if (!reaches(sides, meet, header)) continue;
      if (releases(sides, meet) || (meet && waits_for_mbarrier() && arrives_from(*meet)))
        return true;
    }
    return false;
  }

 private:
  // Who gets through by it may keep others from it (a lock); and a volatile load, of its own place
  // by each lane, is taken for one.
  static bool takes(const Poll& poll) {
    return poll.only_waits && !pseudo::is(poll.access, pseudo::kMbarrierPhase) &&
           poll.access->mayWriteToMemory();
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

  using Visit = function_ref<bool(const BasicBlock&)>;
  // Whether `wanted` holds for a block on a way from `from` that ends before `until` (may be null);
  // `pass` says through which blocks ways lead.
  static bool search(ArrayRef<BasicBlock*> from, const BasicBlock* until, Visit pass,
                     Visit wanted) {
    SmallVector<const BasicBlock*, 16> work(from);
    SmallPtrSet<const BasicBlock*, 32> seen(from.begin(), from.end());
    while (!work.empty()) {
      const auto* block = work.pop_back_val();
      if (block == until || !pass(*block)) continue;
      if (wanted(*block)) return true;
      for (const auto* next : successors(block)) {
        if (seen.insert(next).second) work.push_back(next);
      }
    }
    return false;
  }

  static bool reaches(ArrayRef<BasicBlock*> from, const BasicBlock* until, const BasicBlock* to) {
    return search(
        from, until, [](auto&) { return true; }, [&](auto& block) { return &block == to; });
  }

  // Is a poll's buffer written by lanes that have not come through the loop and need not come to
  // it?
  bool releases(ArrayRef<BasicBlock*> from, const BasicBlock* until) const {
    return search(
        from, until, [&](auto& block) { return !loop_.contains(&block); },
        [&](auto& block) {
          if (until && dominators_.dominates(&block, loop_.getHeader())) return false;
          return any_of(block, [&](const auto& i) {
            return any_of(polls_, [&](const Poll& poll) { return may_release(i, poll); });
          });
        });
  }

  bool may_release(const Instruction& i, const Poll& poll) const {
    if (!poll.only_waits && address_of(i) && !same_field(i, *poll.access)) return false;
    return overlaps_.may_write(i, *poll.access);
  }

  const Loop& loop_;
  ArrayRef<Poll> polls_;
  const DominatorTree& dominators_;
  const PostDominatorTree& post_dominators_;
  const ShapeAnalysis& shapes_;
  Overlaps& overlaps_;
};

}  // namespace

LanesThatWait::LanesThatWait(const Function& function, const DominatorTree& dominators,
                             const PostDominatorTree& post_dominators, const ShapeAnalysis& shapes)
    : dominators_(dominators),
      post_dominators_(post_dominators),
      shapes_(shapes),
      overlaps_(function) {}

bool LanesThatWait::in(const Loop& loop, ArrayRef<Poll> polls) {
  return !polls.empty() &&
         AmongLanes(loop, polls, dominators_, post_dominators_, shapes_, overlaps_).run();
}

}  // namespace heddle::compiler
