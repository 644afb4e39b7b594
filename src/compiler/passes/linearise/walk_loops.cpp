// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/walk_loops.h"

#include "compiler/analysis/chased_loads.h"
#include "compiler/analysis/few_lanes.h"
#include "compiler/ir/lane_function.h"
#include "compiler/passes/linearise/outline_for_lane.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxInstructions = 400;

// What control enters by one edge and leaves to one block.
struct Walk {
  BasicBlock *from, *entry, *join;
  Region region;
};

class Walker {
 public:
  Walker(Function& function, const Isa& isa)
      : function_(function),
        isa_(isa),
        dominators_(function),
        post_dominators_(function),
        loops_(dominators_),
        shapes_(function, dominators_, post_dominators_, loops_, false) {}

  // Takes the region that gains most; others are looked at anew.
  bool run() {
    for (auto* loop : loops_.getLoopsInPreorder()) {
      if (auto* preheader = loop->getLoopPreheader()) consider(*preheader, *loop->getHeader());
    }
    for (auto& block : function_) {
      if (!shapes_.is_divergent(&block)) continue;
      for (auto* next : successors(&block)) consider(block, *next);
    }
    return best_ && replace();
  }

 private:
  void consider(BasicBlock& from, BasicBlock& entry) {
    Walk walk{&from, &entry, join_of(entry), {}};
    if (!walk.join) return;
    reach(&entry, walk.join, walk.region);
    if (!is_entered_once(walk)) return;
    const auto gain = gain_lane_by_lane(walk.region, walk.join, shapes_, loops_, isa_);
    if (gain <= gain_ || size_of(walk.region) > kMaxInstructions || !may_be_outlined(walk.region) ||
        !is_closed(walk.region, walk.join) || chases_loads(walk.region, loops_)) {
      return;
    }
    gain_ = gain;
    best_ = std::move(walk);
  }

  // Where all ways have met that begin at the entry and, if that is a loop's, have left it.
  BasicBlock* join_of(const BasicBlock& entry) const {
    const auto* loop = loops_.isLoopHeader(&entry) ? loops_.getLoopFor(&entry) : nullptr;
    auto* node = post_dominators_.getNode(&entry);
    if (!loop && node) node = node->getIDom();
    while (loop && node && node->getBlock() && loop->contains(node->getBlock())) {
      node = node->getIDom();
    }
    return node ? node->getBlock() : nullptr;
  }

  static bool is_entered_once(const Walk& walk) {
    return !walk.region.contains(walk.from) && all_of(walk.region, [&](BasicBlock* block) {
      return all_of(predecessors(block), [&](BasicBlock* from) {
        return walk.region.contains(from) || (block == walk.entry && from == walk.from);
      });
    });
  }

  static unsigned size_of(const Region& region) {
    unsigned size = 0;
    for (auto* block : region) size += unsigned(block->size());
    return size;
  }

  bool replace() {
    const auto outlined = outline_for_lane(best_->region, *best_->entry, *best_->join);
    if (!is_small(outlined)) {
      outlined.function->eraseFromParent();
      return false;
    }
    SmallVector<Value*, 8> arguments;
    for (auto* argument : outlined.arguments) {
      auto* phi = dyn_cast<PHINode>(argument);
      const bool enters = phi && phi->getParent() == best_->entry;
      arguments.push_back(enters ? phi->getIncomingValueForBlock(best_->from) : argument);
    }
    auto* branch = best_->from->getTerminator();
    auto* walk = BasicBlock::Create(function_.getContext(), "walk", &function_, best_->entry);
    IRBuilder<> b(walk);
    b.SetCurrentDebugLocation(branch->getDebugLoc());
    auto* result = b.CreateCall(outlined.function, arguments);
    for (auto [index, phi] : enumerate(outlined.results)) {
      auto* value = outlined.results.size() == 1 ? static_cast<Value*>(result)
                                                 : b.CreateExtractValue(result, unsigned(index));
      phi->addIncoming(value, walk);
    }
    b.CreateBr(best_->join);
    branch->replaceSuccessorWith(best_->entry, walk);
    for (auto& phi : best_->entry->phis()) phi.removeIncomingValue(best_->from, false);
    DeleteDeadBlocks(best_->region.getArrayRef());
    return true;
  }

  Function& function_;
  const Isa& isa_;
  DominatorTree dominators_;
  PostDominatorTree post_dominators_;
  LoopInfo loops_;
  ShapeAnalysis shapes_;
  std::optional<Walk> best_;
  unsigned gain_ = 0;
};

}  // namespace

unsigned walk_loops(Function& function, const Isa& isa) {
  if (is_of_one_lane(function)) return 0;
  unsigned changed = 0;
  while (Walker(function, isa).run()) ++changed;
  if (changed > 0) keep_canonical(function);
  return changed;
}

}  // namespace heddle::compiler
