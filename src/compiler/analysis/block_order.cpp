// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/block_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/CFG.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Orders the blocks of one region (the function or a loop) with inner loops as single nodes, whose
// own order is spliced in.
class RegionOrder {
 public:
  RegionOrder(const LoopInfo& loops, const Loop* region) : loops_(loops), region_(region) {}

  std::vector<BasicBlock*> run(BasicBlock* entry) {
    visit(entry);
    std::vector<BasicBlock*> result;
    for (auto it = post_.rbegin(); it != post_.rend(); ++it) {
      const auto* inner = inner_loop(*it);
      if (!inner) {
        result.push_back(*it);
        continue;
      }
      const auto body = RegionOrder(loops_, inner).run(inner->getHeader());
      result.insert(result.end(), body.begin(), body.end());
    }
    return result;
  }

 private:
  // The outermost loop strictly inside the region that contains `block`.
  const Loop* inner_loop(const BasicBlock* block) const {
    const auto* loop = loops_.getLoopFor(block);
    if (loop == region_) return nullptr;
    while (loop && loop->getParentLoop() != region_) loop = loop->getParentLoop();
    return loop;
  }

  // Depth-first; a node is represented by its header. Iterative, since kernels can have very many
  // blocks.
  void visit(BasicBlock* entry) {
    struct Frame {
      BasicBlock* node;
      SmallVector<BasicBlock*, 4> next;
      std::size_t at = 0;
    };
    std::vector<Frame> stack;
    const auto push = [&](BasicBlock* node) {
      seen_.insert(node);
      stack.push_back({node, successors_of(node)});
    };
    push(entry);
    while (!stack.empty()) {
      auto& frame = stack.back();
      if (frame.at == frame.next.size()) {
        post_.push_back(frame.node);
        stack.pop_back();
        continue;
      }
      auto* next = frame.next[frame.at++];
      if (!seen_.contains(next)) push(next);
    }
  }

  SmallVector<BasicBlock*, 4> successors_of(BasicBlock* node) {
    SmallVector<BasicBlock*, 4> result;
    const auto add = [&](BasicBlock* target) {
      if (region_ && (!region_->contains(target) || target == region_->getHeader())) return;
      const auto* inner = inner_loop(target);
      result.push_back(inner ? inner->getHeader() : target);
    };
    if (const auto* inner = inner_loop(node)) {
      SmallVector<BasicBlock*, 4> exits;
      inner->getExitBlocks(exits);
      for (auto* exit : exits) add(exit);
    } else {
      for (auto* target : successors(node)) add(target);
    }
    // The first successor of a branch comes first in reverse post-order.
    std::reverse(result.begin(), result.end());
    return result;
  }

  const LoopInfo& loops_;
  const Loop* region_;
  DenseSet<BasicBlock*> seen_;
  std::vector<BasicBlock*> post_;
};

}  // namespace

std::vector<BasicBlock*> block_order(Function& function, const LoopInfo& loops) {
  return RegionOrder(loops, nullptr).run(&function.getEntryBlock());
}

}  // namespace heddle::compiler
