// SPDX-License-Identifier: Apache-2.0
// Which loads have to stay behind a store of the same thread. A GPU's compiler moves loads up, to
// have many of them under way at once, but not across a store that may write what they read; and a
// store waits for its value. What tells two accesses apart is what a compiler knows: different
// memories and variables, `__restrict__`, offsets from one pointer.
#pragma once

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

class StoreOrder {
 public:
  StoreOrder(llvm::Function& function, llvm::DominatorTree& dominators);

  // Stores and atomic operations of memory that loads are counted in.
  static bool is_store(llvm::Instruction& i);
  // Whether `load`, behind `store`, may read what that wrote.
  bool keeps_behind(llvm::Instruction& store, llvm::Instruction& load);
  // Whether loads of the loop's next round have to wait for this one: for a store that they may
  // read, or for a barrier.
  bool keeps_rounds_apart(const llvm::Loop& loop);

 private:
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo functions_;
  llvm::AssumptionCache assumptions_;
  llvm::BasicAAResult basic_;
  llvm::ScopedNoAliasAAResult scopes_;
  llvm::AAResults alias_;
};

}  // namespace heddle::compiler
