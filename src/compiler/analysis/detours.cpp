// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/detours.h"

#include "compiler/shortcut.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"

namespace heddle::compiler {

using namespace llvm;

static bool is_closed(const Detour& detour) {
  for (auto* block : detour.blocks) {
    for (auto* before : predecessors(block)) {
      if (before != detour.branch->getParent() && !detour.blocks.contains(before)) return false;
    }
    for (auto& instruction : *block) {
      for (auto* user : instruction.users()) {
        auto* at = cast<Instruction>(user);
        const bool handed = isa<PHINode>(at) && at->getParent() == detour.join;
        if (!handed && !detour.blocks.contains(at->getParent())) return false;
      }
    }
  }
  return true;
}

Detours::Detours(Function& step, const WarpVariance& variance) {
  const PostDominatorTree post_dominators(step);
  const ReversePostOrderTraversal<Function*> order(&step);
  for (auto* block : order) {
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    const auto* node = post_dominators.getNode(block);
    auto* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!branch || alone(block) || !variance.differs(*branch) || !join) continue;
    Detour detour{branch, shortcut_of(*branch), join, {}};
    SmallSetVector<BasicBlock*, 8> reached;
    for (unsigned side : {0u, 1u}) {
      auto* first = branch->getSuccessor(side);
      if (first != join && side != detour.shortcut) reached.insert(first);
    }
    for (unsigned i = 0; i < reached.size(); ++i) {
      for (auto* next : successors(reached[i])) {
        if (next != join) reached.insert(next);
      }
    }
    if (reached.contains(block)) continue;
    for (auto* candidate : order) {
      if (reached.contains(candidate)) detour.blocks.insert(candidate);
    }
    if (!is_closed(detour)) continue;
    if (detour.shortcut) alone_.insert_range(detour.blocks);
    detours_[branch] = std::move(detour);
  }
}

const Detour* Detours::of(const Instruction& branch) const {
  const auto* found = detours_.find(&branch);
  return found == detours_.end() ? nullptr : &found->second;
}

unsigned Detours::instructions() const {
  unsigned sum = 0;
  for (const auto& [branch, detour] : detours_) {
    for (const auto* block : detour.blocks) sum += block->size();
  }
  return sum;
}

}  // namespace heddle::compiler
