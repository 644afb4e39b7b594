// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/block_waits.h"

#include "compiler/passes/probe/access_facts.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Function;

namespace {

// What an access of memory that blocks share goes to; null: it is none.
const Value* shared_object(Instruction& i) {
  const auto facts = access_facts(i);
  if (!facts) return nullptr;
  const auto space = facts->site.space;
  if (space != probes::Space::kGlobal && space != probes::Space::kGeneric) return nullptr;
  return getUnderlyingObject(facts->address);
}

}  // namespace

Function block_wait_of(const Loop& loop, const DominatorTree& dominators, const LoopInfo& loops) {
  SmallPtrSet<const Value*, 2> looked_at;
  for (auto* block : loop.blocks()) {
    for (auto& i : *block) {
      if (isa<LoadInst>(i)) looked_at.insert(shared_object(i));
    }
  }
  looked_at.erase(nullptr);
  if (looked_at.empty()) return Function::kNone;
  bool before = false, behind = false;
  auto& header = *loop.getHeader();
  for (auto& block : *header.getParent()) {
    if (loop.contains(&block)) continue;
    for (auto& i : block) {
      if (!isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(i)) continue;
      if (!looked_at.contains(shared_object(i))) continue;
      before |= isPotentiallyReachable(&block, &header, nullptr, &dominators, &loops);
      behind |= isPotentiallyReachable(&header, &block, nullptr, &dominators, &loops);
    }
  }
  if (!behind) return Function::kNone;
  return before ? Function::kLookBack : Function::kBlockChain;
}

}  // namespace heddle::compiler
