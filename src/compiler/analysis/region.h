// SPDX-License-Identifier: Apache-2.0
// The blocks between a branch and the block where its ways join.
#pragma once

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using Region = llvm::SmallSetVector<llvm::BasicBlock*, 16>;

// Adds what control can reach from `from` before it comes to `end`.
inline void reach(llvm::BasicBlock* from, const llvm::BasicBlock* end, Region& region) {
  const unsigned before = region.size();
  if (from != end) region.insert(from);
  for (unsigned i = before; i < region.size(); ++i) {
    for (auto* next : llvm::successors(region[i])) {
      if (next != end) region.insert(next);
    }
  }
}

// Is each value that is made in the region used in it or handed to the join's phis alone?
inline bool is_closed(const Region& region, const llvm::BasicBlock* join) {
  return llvm::all_of(region, [&](const llvm::BasicBlock* block) {
    return llvm::all_of(*block, [&](const llvm::Instruction& instruction) {
      return llvm::all_of(instruction.users(), [&](const llvm::User* user) {
        const auto* at = llvm::cast<llvm::Instruction>(user);
        const bool handed = llvm::isa<llvm::PHINode>(at) && at->getParent() == join;
        return handed || region.contains(at->getParent());
      });
    });
  });
}

}  // namespace heddle::compiler
