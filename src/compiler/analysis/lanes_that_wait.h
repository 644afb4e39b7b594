// SPDX-License-Identifier: Apache-2.0
// Whether lanes of one warp may wait for each other in a loop: lanes that have left it, or that
// never entered it, must run on before the others can leave. In linearised code they cannot: all
// lanes of a loop go round until all have left it.
#pragma once

#include "compiler/analysis/polls.h"
#include "compiler/analysis/shape_analysis.h"
#include "llvm/Analysis/PostDominators.h"

namespace heddle::compiler {

// All threads of the block, or all lanes of the warp, wait here for each other.
bool all_lanes_meet(const llvm::Instruction& i);
// A shuffle, a vote or another operation of lanes that names all lanes of the warp.
bool names_all_lanes(const llvm::Instruction& i);
// A barrier that some threads pass without waiting, or that counts threads. A cluster's, where no
// thread arrives ahead of its wait, is none.
bool is_split_barrier(const llvm::Instruction& i);

class LanesThatWait {
 public:
  LanesThatWait(const llvm::Function& function, const llvm::LoopInfo& loops,
                const llvm::DominatorTree& dominators,
                const llvm::PostDominatorTree& post_dominators, const ShapeAnalysis& shapes,
                Overlaps& overlaps, bool is_kernel);
  // `polls`: accesses by which the loop sees what others write.
  bool in(const llvm::Loop& loop, llvm::ArrayRef<const llvm::Instruction*> polls);

 private:
  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& dominators_;
  const llvm::PostDominatorTree& post_dominators_;
  const ShapeAnalysis& shapes_;
  Overlaps& overlaps_;
  bool plain_barriers_, has_caller_;
};

}  // namespace heddle::compiler
