// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/linear_plan.h"

#include <algorithm>

#include "compiler/analysis/block_order.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

// One sweep of Moll and Hack's algorithm. Returns whether a waiting set grew: sets also flow along
// back edges, so sweeps repeat until none does.
bool LinearPlan::sweep() {
  bool grew = false;
  const auto go = [&](const Waiting& candidates) {
    auto* next = *std::min_element(candidates.begin(), candidates.end(), [&](auto* a, auto* b) {
      return index_.lookup(a) < index_.lookup(b);
    });
    for (auto* other : candidates) {
      if (other != next && steps_[next].waiting.insert(other)) grew = true;
    }
    return next;
  };
  for (auto* block : order_) {
    auto& step = steps_[block];
    const auto waiting = step.waiting;
    step.exits.clear();
    step.back_if_any = false;
    if (!waiting.empty()) step.skip = go(waiting);
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!branch) continue;
    if (!shapes_.is_divergent(block)) {
      // Not successors(): that range begins with the false side.
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        auto* successor = branch->getSuccessor(i);
        auto candidates = waiting;
        if (is_back_edge(block, successor)) {
          // Straight back; those that wait go on waiting round the loop.
          for (auto* other : waiting) {
            if (steps_[successor].waiting.insert(other)) grew = true;
          }
          steps_[block].exits.push_back({successor, successor});
          continue;
        }
        candidates.insert(successor);
        auto* next = go(candidates);
        steps_[block].exits.push_back({next, next == successor ? successor : nullptr});
      }
      continue;
    }
    auto candidates = waiting;
    BasicBlock* header = nullptr;
    for (auto* successor : branch->successors()) {
      if (is_back_edge(block, successor)) {
        header = successor;
      } else {
        candidates.insert(successor);
      }
    }
    if (header) {
      for (auto* other : candidates) {
        if (steps_[header].waiting.insert(other)) grew = true;
      }
      steps_[block].exits.push_back({header, header});
      steps_[block].back_if_any = true;
    }
    auto* next = go(candidates);
    steps_[block].exits.push_back({next, nullptr});
  }
  return grew;
}

// A block needs a guard when control may reach it with no lane to run it: after a divergent branch,
// by falling through to a waiting block, or from another guard.
void LinearPlan::guard() {
  bool changed = true;
  while (changed) {
    changed = false;
    const auto need = [&](BasicBlock* target) {
      auto& step = steps_[target];
      // With nobody waiting, all lanes that are left are here.
      if (step.guarded || step.waiting.empty()) return;
      step.guarded = changed = true;
    };
    for (auto* block : order_) {
      const auto& step = steps_[block];
      for (const auto& exit : step.exits) {
        if (!exit.intended) need(exit.target);
      }
      if (step.guarded) need(step.skip);
    }
  }
}

void LinearPlan::make() {
  order_ = block_order(function_, loops_);
  for (unsigned i = 0; i < order_.size(); ++i) index_[order_[i]] = i;
  for (auto* block : order_) {
    for (auto* successor : successors(block)) first_sender_.try_emplace(successor, block);
  }
  for (auto* block : order_) steps_[block];  // references into the map stay valid from here on
  while (sweep()) {
  }
  guard();
}

}  // namespace heddle::compiler
