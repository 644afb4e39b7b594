// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/lane_groups.h"

#include "compiler/analysis/polls.h"
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

// Which comparisons count: of an affine value with a uniform one.
using Counts = function_ref<bool(const Value& affine, const Value& uniform)>;

// What `condition` being `holds` says of the lanes.
void learn(const Value* condition, bool holds, const ShapeAnalysis& shapes, Counts counts,
           Groups& groups) {
  const Value *a = nullptr, *b = nullptr;
  if (match(condition, m_Not(m_Value(a)))) return learn(a, !holds, shapes, counts, groups);
  if (holds ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
            : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    learn(a, holds, shapes, counts, groups);
    learn(b, holds, shapes, counts, groups);
    return;
  }
  const auto* comparison = dyn_cast<ICmpInst>(condition);
  if (!comparison) return;
  if (comparison->getPredicate() != (holds ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE)) return;
  for (unsigned k : {0u, 1u}) {
    const auto *affine = comparison->getOperand(k), *uniform = comparison->getOperand(1 - k);
    const auto mine = shapes.shape(affine);
    if (mine.is_affine() && mine.terms.empty() && shapes.shape(uniform).is_uniform() &&
        counts(*affine, *uniform))
      groups.refine(mine);
  }
}

// Visits the branches on every way to `block`: (the branch, whether its condition holds there).
void each_condition(const BasicBlock& block, const DominatorTree& dominators,
                    function_ref<void(const BranchInst&, const BasicBlockEdge&, bool)> visit) {
  for (auto* node = dominators.getNode(&block); node; node = node->getIDom()) {
    const auto* branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional()) continue;
    for (unsigned k : {0u, 1u}) {
      const BasicBlockEdge edge(node->getBlock(), branch->getSuccessor(k));
      if (dominators.dominates(edge, &block)) visit(*branch, edge, k == 0);
    }
  }
}

}  // namespace

bool single_lane(const BasicBlock& block, const DominatorTree& dominators, const LoopInfo& loops,
                 const ShapeAnalysis& shapes) {
  Groups groups;
  const auto any = [](const Value&, const Value&) { return true; };
  each_condition(block, dominators, [&](const auto& branch, const auto&, bool holds) {
    // Behind a loop all lanes come together that have left it, each in a round of its own.
    const auto* loop = loops.getLoopFor(branch.getParent());
    if (loop && !loop->contains(&block)) return;
    learn(branch.getCondition(), holds, shapes, any, groups);
  });
  return groups.single();
}

bool same_lane(const BasicBlock& a, const BasicBlock& b, const DominatorTree& dominators,
               const LoopInfo& loops, const ShapeAnalysis& shapes) {
  Groups groups;
  each_condition(a, dominators, [&](const auto& branch, const auto& edge, bool holds) {
    if (!dominators.dominates(edge, &b)) return;
    const auto* around = loops.getLoopFor(branch.getParent());
    if (around) around = around->getOutermostLoop();
    // Another round could choose another lane.
    const auto fixed = [&](const Value& affine, const Value& uniform) {
      return !around || (is_fixed(&affine, *around) && is_fixed(&uniform, *around));
    };
    learn(branch.getCondition(), holds, shapes, fixed, groups);
  });
  return groups.single();
}

}  // namespace heddle::compiler
