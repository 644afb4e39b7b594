// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/detours.h"

#include "compiler/ir/shortcut.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/PostDominators.h"

namespace heddle::compiler {

using namespace llvm;

static bool has_one_way_in(const Detour& detour) {
  return all_of(detour.blocks, [&](auto* block) {
    return all_of(predecessors(block), [&](auto* before) {
      return before == detour.branch->getParent() || detour.blocks.contains(before);
    });
  });
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
    Region reached;
    for (unsigned side : {0u, 1u}) {
      if (side != detour.shortcut) reach(branch->getSuccessor(side), join, reached);
    }
    if (reached.contains(block)) continue;
    for (auto* candidate : order) {
      if (reached.contains(candidate)) detour.blocks.insert(candidate);
    }
    if (!has_one_way_in(detour) || !is_closed(detour.blocks, join)) continue;
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
