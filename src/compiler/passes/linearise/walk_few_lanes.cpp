// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/walk_few_lanes.h"

#include "compiler/analysis/few_lanes.h"
#include "compiler/ir/lane_function.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/linearise/outline_for_lane.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxCopies = 8;
constexpr unsigned kMaxInstructions = 600;  // of all copies together
constexpr unsigned kFewestLanes = 4;        // below, the question is not worth its time

// Makes one walk at a time, and finds out about the function anew for the next.
class Walker {
 public:
  Walker(Function& function, const Isa& isa, SmallPtrSetImpl<BasicBlock*>& done, unsigned& left)
      : function_(function),
        isa_(isa),
        done_(done),
        left_(left),
        dominators_(function),
        post_dominators_(function),
        loops_(dominators_),
        shapes_(function, dominators_, post_dominators_, loops_, false) {}

  // Regions first: what a loop in one becomes is nothing for single lanes.
  bool run() {
    for (auto* at : ReversePostOrderTraversal<Function*>(&function_)) {
      auto& block = *at;
      if (shapes_.is_divergent(&block) && done_.insert(&block).second &&
          (walk_region(block, 0) || walk_region(block, 1))) {
        return true;
      }
    }
    return any_of(loops_.getLoopsInPreorder(), [&](Loop* loop) { return walk_loop(*loop); });
  }

 private:
  BasicBlock* join_of(BasicBlock& block) const {
    auto* node = post_dominators_.getNode(&block);
    return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  }

  // All lanes pass a bound, or the warp is one of the last.
  bool is_bound(const Value* condition) const {
    if (isa<ConstantInt>(condition) || shapes_.is_uniform(condition)) return true;
    if (auto* compare = dyn_cast<ICmpInst>(condition)) {
      return shapes_.shape(compare->getOperand(0)).is_affine() &&
             shapes_.shape(compare->getOperand(1)).is_affine();
    }
    // What VersionBoundsChecks hands over from its copy of a loop.
    auto* phi = dyn_cast<PHINode>(condition);
    if (phi && phi->getNumIncomingValues() == 1) return is_bound(phi->getIncomingValue(0));
    auto* logic = dyn_cast<Instruction>(condition);
    return logic && isa<BinaryOperator, SelectInst>(logic) &&
           all_of(logic->operands(), [&](const Use& use) { return is_bound(use); });
  }

  // Up to how many lanes walk; 0: the region is for the whole warp.
  unsigned lanes_for(const Region& region, const BasicBlock* join, const Loop* around) {
    unsigned size = 0;
    for (auto* inside : region) size += inside->size();
    if (size > left_ || !may_be_outlined(region) || !is_closed(region, join)) return 0;
    const auto lanes = lanes_worth_a_walk(region, shapes_, loops_, isa_, around);
    if (lanes < kFewestLanes) return 0;
    left_ -= size;
    return lanes;
  }

  // At the end of `choose`: to a block that walks and goes on to `join`, or to `whole`. Returns
  // that block.
  BasicBlock* ask(BasicBlock& choose, unsigned lanes, BasicBlock& whole, BasicBlock& join,
                  const OutlinedRegion& outlined, ArrayRef<Value*> arguments, const DebugLoc& at) {
    auto* walk = BasicBlock::Create(function_.getContext(), "walk", &function_, &join);
    IRBuilder<> b(&choose);
    b.SetCurrentDebugLocation(at);
    b.CreateCondBr(pseudo::call(b, pseudo::kFew, {b.getInt32(lanes)}), walk, &whole);
    b.SetInsertPoint(walk);
    auto* result = b.CreateCall(outlined.function, arguments);
    for (auto [index, phi] : enumerate(outlined.results)) {
      auto* value = outlined.results.size() == 1 ? static_cast<Value*>(result)
                                                 : b.CreateExtractValue(result, unsigned(index));
      phi->addIncoming(value, walk);
    }
    b.CreateBr(&join);
    return walk;
  }

  // What one way of the branch leads to.
  bool walk_region(BasicBlock& block, unsigned way) {
    auto* branch = cast<BranchInst>(block.getTerminator());
    auto *join = join_of(block), *taken = branch->getSuccessor(way);
    if (!join || taken == join || is_bound(branch->getCondition()) ||
        taken->getSinglePredecessor() != &block || isa<PHINode>(taken->front())) {
      return false;
    }
    Region region;
    reach(taken, join, region);
    if (region.contains(&block)) return false;
    const auto lanes = lanes_for(region, join, nullptr);
    if (lanes == 0) return false;
    const auto outlined = outline_for_lane(region, *taken, *join);
    if (!is_small(outlined)) return drop(outlined);
    auto* choose = BasicBlock::Create(function_.getContext(), "few", &function_, taken);
    branch->setSuccessor(way, choose);
    ask(*choose, lanes, *taken, *join, outlined, outlined.arguments, branch->getDebugLoc());
    for (auto* inside : region) done_.insert(inside);
    return true;
  }

  static bool drop(const OutlinedRegion& outlined) {
    outlined.function->eraseFromParent();
    return false;
  }

  // Those that go round, once there are few of them.
  bool walk_loop(Loop& loop) {
    auto *latch = loop.getLoopLatch(), *header = loop.getHeader(),
         *exit = loop.getUniqueExitBlock();
    if (!latch || !exit || !loop.isInnermost() || !shapes_.is_divergent(latch)) {
      return false;
    }
    auto* branch = dyn_cast<BranchInst>(latch->getTerminator());
    if (!branch || !branch->isConditional() || is_bound(branch->getCondition())) return false;
    const unsigned on = branch->getSuccessor(0) == header ? 0 : 1;
    if (branch->getSuccessor(1 - on) != exit) return false;
    const Region region(loop.block_begin(), loop.block_end());
    const auto lanes = lanes_for(region, exit, &loop);
    if (lanes == 0) return false;
    auto outlined = outline_for_lane(region, *header, *exit);
    if (!is_small(outlined)) return drop(outlined);

    auto* join = exit->splitBasicBlock(exit->getFirstNonPHIIt(), exit->getName() + ".join");
    for (auto*& phi : outlined.results) {
      auto* either = PHINode::Create(phi->getType(), 2, "", join->begin());
      phi->replaceAllUsesWith(either);
      either->addIncoming(phi, exit);
      phi = either;
    }
    auto* more = BasicBlock::Create(function_.getContext(), "few", &function_, exit);
    branch->setSuccessor(on, more);
    SmallVector<Value*, 8> next;
    for (auto* argument : outlined.arguments) {
      auto* phi = dyn_cast<PHINode>(argument);
      const bool carried = phi && phi->getParent() == header;
      next.push_back(carried ? phi->getIncomingValueForBlock(latch) : argument);
    }
    auto* walk = ask(*more, lanes, *header, *join, outlined, next, branch->getDebugLoc());
    for (auto& phi : header->phis()) phi.replaceIncomingBlockWith(latch, more);
    // What leaves the loop does so through phis.
    auto* call = cast<CallInst>(&walk->front());
    for (auto& use : call->args()) {
      auto* made = dyn_cast<Instruction>(use.get());
      if (!made || !loop.contains(made->getParent())) continue;
      auto* leaving = PHINode::Create(made->getType(), 1, "", walk->begin());
      leaving->addIncoming(made, more);
      use.set(leaving);
    }
    return true;
  }

  Function& function_;
  const Isa& isa_;
  SmallPtrSetImpl<BasicBlock*>& done_;
  unsigned& left_;
  DominatorTree dominators_;
  PostDominatorTree post_dominators_;
  LoopInfo loops_;
  ShapeAnalysis shapes_;
};

}  // namespace

unsigned walk_few_lanes(Function& function, const Isa& isa) {
  if (is_of_one_lane(function)) return 0;
  SmallPtrSet<BasicBlock*, 16> done;
  unsigned left = kMaxInstructions;
  unsigned copies = 0;
  while (copies < kMaxCopies && Walker(function, isa, done, left).run()) ++copies;
  if (copies > 0) keep_canonical(function);
  return copies;
}

}  // namespace heddle::compiler
