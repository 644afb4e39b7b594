// SPDX-License-Identifier: Apache-2.0
// How long a warp of a GPU is busy with a block of code at least, whatever else runs beside it: it
// issues in order, so it waits for the longest chain of instructions that need each other's
// results, and for loads, round by round.
//
// A round is what is under way together: loads whose addresses are known at the same time. A load
// whose address another one brings is a round of its own. A GPU's compiler makes straight code of
// small conditional blocks, so their loads go with those before the branch. Loads stay behind a
// store that they may read, which waits for its value (store_order.h).
#pragma once

#include <cstdint>

#include "compiler/passes/probe/store_order.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "probes/functions.h"

namespace heddle::compiler {

// What a warp waits for that is in no chain: fences, barriers of clusters, the heap, printf, states
// of random numbers. In cycles of an H200 (devices/h200.toml), for WarpClocks.
std::uint32_t cycles_of_service(probes::Function id);

struct BlockChain {
  // Of instructions, in cycles (`kCycles` in the table of latencies, of an H200), without loads.
  std::uint32_t cycles = 0;
  // Of these, those that the next rounds of a loop need not wait for.
  std::uint32_t of_round = 0;
  // So many more until what its branch leads to begins; 0: it does not branch, or what stands
  // behind is switched off by lane.
  std::uint32_t branch = 0;
  // Rounds that it adds to those of the code before it.
  std::uint32_t global_rounds = 0, shared_rounds = 0;
  // What a round of the loop loads says where the next one loads.
  bool chases = false;
  // Of its loads: the first, second ... of the rounds that it adds; 0: with what was before.
  llvm::SmallDenseMap<const llvm::Instruction*, std::uint32_t, 4> round_of;
};

class BlockChains {
 public:
  BlockChains(llvm::Function& function, const llvm::DominatorTree& dominators,
              const llvm::LoopInfo& loops, StoreOrder& order);
  const BlockChain& of(const llvm::BasicBlock& block) const { return chains_.at(&block); }

 private:
  void visit(llvm::BasicBlock& block, const llvm::DominatorTree& dominators);
  void find_loop_chain(const llvm::Loop& loop);
  void find_branch(llvm::BasicBlock& block);
  bool goes_with_its_dominator(const llvm::BasicBlock& block,
                               const llvm::DominatorTree& dominators) const;

  // Of an instruction: its result is there after so many cycles and so many rounds of its region.
  struct Ready {
    std::uint32_t cycles = 0, global = 0, shared = 0;
  };
  // A store, and the rounds that it waits for.
  struct Stored {
    llvm::Instruction* store;
    std::uint32_t global, shared;
  };
  // Code that a GPU's compiler has in one piece.
  struct Region {
    llvm::SmallVector<Stored, 4> stores;
    std::uint32_t global = 0, shared = 0;              // rounds so far
    std::uint32_t global_floor = 0, shared_floor = 0;  // those before the last barrier
  };
  Ready operands_of(const llvm::Instruction& i) const;
  // The rounds before which `load` is not made, for stores before it.
  Ready behind_stores(const Region& region, llvm::Instruction& load) const;

  const llvm::LoopInfo& loops_;
  StoreOrder& order_;
  llvm::DenseMap<const llvm::BasicBlock*, BlockChain> chains_;
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::BasicBlock*> head_;
  llvm::DenseMap<const llvm::BasicBlock*, Region> regions_;  // by head
  llvm::DenseMap<const llvm::Instruction*, Ready> ready_;
};

}  // namespace heddle::compiler
