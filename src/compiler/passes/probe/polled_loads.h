// SPDX-License-Identifier: Apache-2.0
// Volatile loads in loops that wait for other threads: their lanes take nothing for granted that
// others do.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace heddle::compiler {

class PolledLoads {
 public:
  explicit PolledLoads(const llvm::DominatorTree& dominators) : loops_(dominators) {}
  bool has(const llvm::Instruction& i) const;

 private:
  llvm::LoopInfo loops_;
};

}  // namespace heddle::compiler
