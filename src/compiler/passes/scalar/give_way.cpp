// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/give_way.h"

#include "compiler/analysis/waiting_loops.h"
#include "compiler/ir/pseudo.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

void stir_at(Instruction* place) {
  IRBuilder<> b(place);
  pseudo::call(b, pseudo::kStir);
}

// Says where a thread gets on: where it does more than wait, and where it has got through.
void stir_in(const Loop& loop, ArrayRef<Instruction*> effects) {
  for (auto* effect : effects) stir_at(effect);
  SmallVector<BasicBlock*, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (auto* exit : exits) stir_at(&*exit->getFirstInsertionPt());
}

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
      stir_in(*waiting.loop, waiting.effects);
    }
  }
  const bool one_lane = c.request.block == BlockShape{1, 1, 1};
  c.single_threads = among_lanes && !one_lane && c.is_kernel();
  return Error::success();
}

Error give_way_anywhere(Compilation& c) {
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    for (auto* loop : loops.getLoopsInPreorder()) {
      const bool polls = any_of(loop->blocks(), [&](const auto* block) {
        return loops.getLoopFor(block) == loop && any_of(*block, may_poll);
      });
      if (!polls) continue;
      formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, false);
      const auto effects = effects_of_waiting_loop(*loop);
      yield_in(*loop);
      if (effects) {
        stir_in(*loop, *effects);
      } else {
        stir_at(&*loop->getHeader()->getFirstInsertionPt());
      }
    }
  }
  return Error::success();
}

}  // namespace heddle::compiler
