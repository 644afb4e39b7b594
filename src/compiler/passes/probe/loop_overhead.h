// SPDX-License-Identifier: Apache-2.0
// What a loop's block does for the loop alone: it counts, compares the count, and computes
// addresses from it. A GPU's compiler that runs several rounds together does that once for all of
// them.
#pragma once

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

// Of a block of a loop.
llvm::DenseSet<const llvm::Instruction*> loop_overhead(const llvm::BasicBlock& block,
                                                       const llvm::Loop& loop);

}  // namespace heddle::compiler
