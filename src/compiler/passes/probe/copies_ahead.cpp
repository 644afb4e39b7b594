// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/copies_ahead.h"

#include "compiler/passes/probe/note_steps.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Word by word, or several of them as a vector.
bool is_only_stored(const Instruction& i) {
  return !i.use_empty() && all_of(i.users(), [&](const User* user) {
    if (const auto* store = dyn_cast<StoreInst>(user)) return store->getValueOperand() == &i;
    return isa<SelectInst, CastInst, FreezeInst, ExtractElementInst, InsertElementInst,
               ShuffleVectorInst>(user) &&
           is_only_stored(*cast<Instruction>(user));
  });
}

}  // namespace

std::uint32_t rounds_ahead(const BasicBlock& block, const BlockChain& chain, const Loop* loop) {
  std::uint32_t ahead = 0;
  for (; loop && ahead == 0; loop = loop->getParentLoop()) ahead = copies_ahead(*loop);
  if (ahead == 0) return 0;
  const bool are_copies = all_of(block, [&](const Instruction& i) {
    return !chain.round_of.contains(&i) || is_only_stored(i);
  });
  return are_copies ? ahead : 0;
}

}  // namespace heddle::compiler
