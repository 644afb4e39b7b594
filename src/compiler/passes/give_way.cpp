// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/give_way.h"

#include "compiler/analysis/waiting_loops.h"
#include "compiler/pseudo.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

void yield_in(const Loop& loop) {
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  for (auto* latch : latches) {
    IRBuilder<> b(latch->getTerminator());
    pseudo::call(b, pseudo::kYield);
  }
}

}  // namespace

Error give_way_all(Compilation& c) {
  bool among_lanes = false;
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    DominatorTree dominators(function);
    PostDominatorTree post_dominators(function);
    LoopInfo loops(dominators);
    if (loops.empty()) continue;
    const ShapeAnalysis shapes(function, dominators, post_dominators, loops, false);
    for (const auto& waiting : find_waiting_loops(loops, dominators, post_dominators, shapes)) {
      among_lanes |= waiting.among_lanes;
      yield_in(*waiting.loop);
    }
  }
  const bool one_lane = c.request.block == BlockShape{1, 1, 1};
  c.single_threads = among_lanes && !one_lane && !c.body.empty();
  return Error::success();
}

Error give_way_anywhere(Compilation& c) {
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    for (const auto* loop : loops.getLoopsInPreorder()) {
      const bool polls = any_of(loop->blocks(), [&](const auto* block) {
        return loops.getLoopFor(block) == loop && any_of(*block, may_poll);
      });
      if (polls) yield_in(*loop);
    }
  }
  return Error::success();
}

}  // namespace heddle::compiler
