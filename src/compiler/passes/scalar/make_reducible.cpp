// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/make_reducible.h"

#include "compiler/passes/analyses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/IR/CFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

using Blocks = SmallSetVector<BasicBlock*, 8>;

void collect_entries(const Cycle& cycle, Blocks& entries) {
  if (!cycle.isReducible()) entries.insert_range(cycle.entries());
  for (const auto* child : cycle.children()) collect_entries(*child, entries);
}

}  // namespace

unsigned make_reducible(Function& function, TargetMachine& machine) {
  Analyses all(machine);
  auto& analyses = all.functions;
  Blocks entries;
  for (const auto* cycle : analyses.getResult<CycleAnalysis>(function).toplevel_cycles()) {
    collect_entries(*cycle, entries);
  }
  if (entries.empty()) return 0;
  // FixIrreducible (LLVM 22) may redirect one of a branch's two edges while the other goes on
  // straight to another entry, and then takes the phi values of both. With a block of its own on
  // each such edge, no branch has two of them.
  for (auto* entry : entries) {
    const SmallSetVector<BasicBlock*, 8> from(pred_begin(entry), pred_end(entry));
    for (auto* block : from) {
      const auto* branch = block->getTerminator();
      while (branch->getNumSuccessors() > 1 && is_contained(successors(block), entry)) {
        SplitEdge(block, entry);
      }
    }
  }
  analyses.invalidate(function, PreservedAnalyses::none());
  FixIrreduciblePass().run(function, analyses);
  return entries.size();
}

}  // namespace heddle::compiler
