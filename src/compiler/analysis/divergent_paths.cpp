// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/divergent_paths.h"

#include "compiler/ir/fast_path.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/PostDominators.h"

namespace heddle::compiler {

using namespace llvm;

static bool has_one_way_in(const DivergentPath& path) {
  return all_of(path.blocks, [&](auto* block) {
    return all_of(predecessors(block), [&](auto* before) {
      return before == path.branch->getParent() || path.blocks.contains(before);
    });
  });
}

DivergentPaths::DivergentPaths(Function& step, const WarpVariance& variance) {
  const PostDominatorTree post_dominators(step);
  const ReversePostOrderTraversal<Function*> order(&step);
  for (auto* block : order) {
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    const auto* node = post_dominators.getNode(block);
    auto* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!branch || alone(block) || !variance.differs(*branch) || !join) continue;
    DivergentPath path{branch, fast_path_of(*branch), join, {}};
    Region reached;
    for (unsigned side : {0u, 1u}) {
      if (side != path.fast_path) reach(branch->getSuccessor(side), join, reached);
    }
    if (reached.contains(block)) continue;
    for (auto* candidate : order) {
      if (reached.contains(candidate)) path.blocks.insert(candidate);
    }
    if (!has_one_way_in(path) || !is_closed(path.blocks, join)) continue;
    if (path.fast_path) alone_.insert_range(path.blocks);
    paths_[branch] = std::move(path);
  }
}

const DivergentPath* DivergentPaths::of(const Instruction& branch) const {
  const auto* found = paths_.find(&branch);
  return found == paths_.end() ? nullptr : &found->second;
}

unsigned DivergentPaths::instructions() const {
  unsigned sum = 0;
  for (const auto& [branch, path] : paths_) {
    for (const auto* block : path.blocks) sum += block->size();
  }
  return sum;
}

}  // namespace heddle::compiler
