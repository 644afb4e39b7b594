// SPDX-License-Identifier: Apache-2.0
// Walks: loads that say where they read next (p = next[p]).
//
// Most walks end where the structure does: at a null or a mark, which is a constant, or at a node
// that names itself, as the root of a set does. One that ends at a value from outside of the loop,
// or by what else stands at a node, may go round in a ring until another thread has written there.
// Each round reads elsewhere, so no compiler keeps what plain loads have found.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Whether the address of `load` is computed from what it read in an earlier round.
bool is_walk(const llvm::Instruction& load, const llvm::Loop& loop);

// Whether an exit of the loop looks for the end of the structure that `walk` goes through.
bool finds_end(const llvm::Instruction& walk, const llvm::Loop& loop);

// The walks of a loop that find no end.
class Rings {
 public:
  explicit Rings(const llvm::Loop& loop);
  // Whether `load` reads, or is, a node of one, and the function writes to that memory somewhere.
  bool is_read_by(const llvm::LoadInst& load) const;

 private:
  const llvm::Loop& loop_;
  llvm::SmallPtrSet<const llvm::Instruction*, 2> walks_;
};

}  // namespace heddle::compiler
