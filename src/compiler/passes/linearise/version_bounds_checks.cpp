// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/version_bounds_checks.h"

#include "compiler/analysis/region.h"
#include "compiler/analysis/shape_analysis.h"
#include "compiler/ir/fast_path.h"
#include "compiler/ir/pseudo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMaxCopies = 16;
constexpr unsigned kMaxInstructions = 1500;  // of all copies together

class Versioner {
 public:
  // `done`: branches that were looked at. `left`: instructions that may be copied.
  Versioner(Function& function, SmallPtrSetImpl<BasicBlock*>& done, unsigned& left)
      : function_(function),
        done_(done),
        left_(left),
        dominators_(function),
        post_dominators_(function),
        loops_(dominators_),
        shapes_(function, dominators_, post_dominators_, loops_, false) {}

  // Makes one copy; false when no branch is left that deserves one.
  bool run() {
    find_partial();
    for (auto& block : function_) {
      if (shapes_.is_divergent(&block) && !partial_.contains(&block) &&
          done_.insert(&block).second && (copy(block) || copy_loop(block))) {
        return true;
      }
    }
    return false;
  }

 private:
  BasicBlock* join_of(BasicBlock& block) const {
    auto* node = post_dominators_.getNode(&block);
    return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  }

  // Blocks that some lanes of a warp may miss, but for what their own branches do (a loop's latch).
  void find_partial() {
    for (auto& block : function_) {
      if (!shapes_.is_divergent(&block)) continue;
      const auto* join = join_of(block);
      for (auto* successor : successors(&block)) {
        Region region;
        reach(successor, join, region);
        region.remove(&block);
        partial_.insert_range(region);
      }
    }
  }

  bool is_bound(const Value* condition) const {
    if (shapes_.is_uniform(condition)) return true;
    if (auto* compare = dyn_cast<ICmpInst>(condition)) {
      return shapes_.shape(compare->getOperand(0)).is_affine() &&
             shapes_.shape(compare->getOperand(1)).is_affine();
    }
    auto* logic = dyn_cast<Instruction>(condition);
    if (!logic || !(isa<BinaryOperator>(logic) || isa<SelectInst>(logic))) return false;
    return all_of(logic->operands(),
                  [&](const Use& use) { return isa<ConstantInt>(use) || is_bound(use); });
  }

  static bool has_barrier(const Region& region) {
    return any_of(region, [](auto* block) {
      return any_of(*block, [](auto& i) { return pseudo::is(&i, pseudo::kBarrier); });
    });
  }

  // Are the blocks few enough to be copied? Counts them.
  bool take(const Region& region) {
    unsigned size = 0;
    for (auto* inside : region) size += inside->size();
    if (size > left_) return false;
    left_ -= size;
    return true;
  }

  SmallVector<BasicBlock*, 16> clone(const Region& region, ValueToValueMapTy& map) {
    SmallVector<BasicBlock*, 16> copies;
    for (auto* original : region) {
      auto* made = CloneBasicBlock(original, map, ".all", &function_);
      map[original] = made;
      copies.push_back(made);
    }
    for (auto* made : copies) {
      for (auto& instruction : *made) {
        RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      }
    }
    return copies;
  }

  // The loop that `latch` closes runs first as a copy, while all lanes go round.
  bool copy_loop(BasicBlock& latch) {
    auto* loop = loops_.getLoopFor(&latch);
    auto* branch = cast<BranchInst>(latch.getTerminator());
    if (!loop || loop->getLoopLatch() != &latch || loop->getExitingBlock() != &latch ||
        !is_bound(branch->getCondition())) {
      return false;
    }
    const Region region(loop->block_begin(), loop->block_end());
    if (has_barrier(region) || !take(region)) return false;
    auto *header = loop->getHeader(), *before = loop->getLoopPreheader();
    auto* exit = loop->getExitBlock();
    const bool on_true = branch->getSuccessor(0) == header;

    ValueToValueMapTy map;
    clone(region, map);
    auto* again = cast<BasicBlock>(map.lookup(header));
    auto* latch_copy = cast<BasicBlock>(map.lookup(&latch));
    auto* some = BasicBlock::Create(function_.getContext(), latch.getName() + ".some", &function_);
    auto* rest =
        BasicBlock::Create(function_.getContext(), header->getName() + ".rest", &function_);
    auto* join = exit->splitBasicBlock(exit->getFirstNonPHIIt(), exit->getName() + ".join");
    // What the copy made, behind it.
    const auto leaving = [&](Value* value) -> Value* {
      Value* made = map.lookup(value);
      if (!made) return value;
      auto* phi = PHINode::Create(made->getType(), 1, "", some->begin());
      phi->addIncoming(made, latch_copy);
      return phi;
    };
    before->getTerminator()->replaceSuccessorWith(header, again);
    for (auto& phi : header->phis()) {
      phi.setIncomingValueForBlock(before, leaving(phi.getIncomingValueForBlock(&latch)));
      phi.replaceIncomingBlockWith(before, rest);
    }
    for (auto& phi : exit->phis()) {
      auto* either = PHINode::Create(phi.getType(), 2, "", join->begin());
      phi.replaceAllUsesWith(either);
      either->addIncoming(&phi, exit);
      either->addIncoming(leaving(phi.getIncomingValueForBlock(&latch)), some);
    }
    auto* condition = branch->getCondition();
    auto* goes_on = leaving(condition);
    IRBuilder<>(rest).CreateBr(header);
    IRBuilder<> b(some);
    b.SetCurrentDebugLocation(branch->getDebugLoc());
    b.CreateCondBr(goes_on, on_true ? rest : join, on_true ? join : rest);
    b.SetInsertPoint(latch_copy->getTerminator());
    Value* all = map.lookup(condition);
    if (!all) all = condition;
    if (!on_true) all = b.CreateNot(all);
    mark_fast_path(*b.CreateCondBr(pseudo::call(b, pseudo::kAll, {all}), again, some));
    latch_copy->getTerminator()->eraseFromParent();
    done_.insert(some);
    return true;
  }

  bool copy(BasicBlock& block) {
    auto* branch = cast<BranchInst>(block.getTerminator());
    auto* join = join_of(block);
    if (!join || !is_bound(branch->getCondition())) return false;
    const bool on_true = branch->getSuccessor(0) != join;
    auto* taken = branch->getSuccessor(on_true ? 0 : 1);
    Region region;
    reach(taken, join, region);
    if (region.empty() || region.contains(&block) || has_barrier(region) ||
        !is_closed(region, join)) {
      return false;
    }
    if (!take(region)) return false;
    auto* some = block.splitBasicBlock(branch->getIterator(), block.getName() + ".some");
    done_.insert(some);
    ValueToValueMapTy map;
    map[some] = &block;
    const auto copies = clone(region, map);
    for (auto& phi : join->phis()) {
      for (auto* original : region) {
        const int from = phi.getBasicBlockIndex(original);
        if (from < 0) continue;
        auto* value = phi.getIncomingValue(from);
        Value* mapped = map.lookup(value);
        phi.addIncoming(mapped ? mapped : value, cast<BasicBlock>(map.lookup(original)));
      }
    }
    IRBuilder<> b(block.getTerminator());
    auto* condition = branch->getCondition();
    if (!on_true) condition = b.CreateNot(condition);
    mark_fast_path(*b.CreateCondBr(pseudo::call(b, pseudo::kAll, {condition}),
                                   cast<BasicBlock>(map.lookup(taken)), some));
    block.getTerminator()->eraseFromParent();
    drop_other_edges(copies);
    return true;
  }

  // The copies are entered by the one new edge only.
  static void drop_other_edges(ArrayRef<BasicBlock*> copies) {
    for (auto* made : copies) {
      const SmallPtrSet<BasicBlock*, 8> real(llvm::from_range, predecessors(made));
      for (auto& phi : make_early_inc_range(made->phis())) {
        for (int i = phi.getNumIncomingValues() - 1; i >= 0; --i) {
          if (!real.contains(phi.getIncomingBlock(i))) phi.removeIncomingValue(i, false);
        }
      }
    }
  }

  Function& function_;
  SmallPtrSetImpl<BasicBlock*>& done_;
  unsigned& left_;
  DominatorTree dominators_;
  PostDominatorTree post_dominators_;
  LoopInfo loops_;
  ShapeAnalysis shapes_;
  SmallPtrSet<BasicBlock*, 32> partial_;
};

}  // namespace

unsigned version_bounds_checks(Compilation& c) {
  if (!c.full_warp) return 0;
  auto& function = *c.full_warp;
  SmallPtrSet<BasicBlock*, 16> done;
  unsigned left = kMaxInstructions;
  unsigned copies = 0;
  while (copies < kMaxCopies && Versioner(function, done, left).run()) ++copies;
  return copies;
}

}  // namespace heddle::compiler
