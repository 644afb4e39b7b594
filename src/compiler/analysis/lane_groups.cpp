// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lane_groups.h"

#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Lanes for which the same conditions may hold at once lie in one group.
struct Groups {
  std::array<unsigned, kLanes> of{};

  // Splits the groups: lanes stay together only where `value` agrees.
  void refine(const Shape& value) {
    std::array<unsigned, kLanes> next{};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      next[lane] = lane;
      for (unsigned before = 0; before < lane; ++before) {
        if (of[before] != of[lane] || value.offset(before) != value.offset(lane)) continue;
        next[lane] = next[before];
        break;
      }
    }
    of = next;
  }

  bool single() const {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (of[lane] != lane) return false;
    }
    return true;
  }
};

// What `condition` being `holds` says of the lanes.
void learn(const Value* condition, bool holds, const ShapeAnalysis& shapes, Groups& groups) {
  const Value *a = nullptr, *b = nullptr;
  if (match(condition, m_Not(m_Value(a)))) return learn(a, !holds, shapes, groups);
  if (holds ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
            : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    learn(a, holds, shapes, groups);
    learn(b, holds, shapes, groups);
    return;
  }
  const auto* comparison = dyn_cast<ICmpInst>(condition);
  if (!comparison) return;
  if (comparison->getPredicate() != (holds ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE)) return;
  for (unsigned k : {0u, 1u}) {
    const auto mine = shapes.shape(comparison->getOperand(k));
    const auto other = shapes.shape(comparison->getOperand(1 - k));
    if (mine.is_affine() && mine.terms.empty() && other.is_uniform()) groups.refine(mine);
  }
}

}  // namespace

bool single_lane(const BasicBlock& block, const DominatorTree& dominators,
                 const ShapeAnalysis& shapes) {
  Groups groups;
  for (auto* node = dominators.getNode(&block); node; node = node->getIDom()) {
    const auto* branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional()) continue;
    for (unsigned k : {0u, 1u}) {
      const BasicBlockEdge edge(node->getBlock(), branch->getSuccessor(k));
      if (dominators.dominates(edge, &block)) learn(branch->getCondition(), k == 0, shapes, groups);
    }
  }
  return groups.single();
}

}  // namespace heddle::compiler
