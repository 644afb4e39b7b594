// SPDX-License-Identifier: Apache-2.0
// What lanes may do in one round of a loop, where post-dominance speaks of all rounds together, and
// of those of the loops around it.
#pragma once

#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

// Can control get from behind `from` out of the loop, or to its next round, without coming through
// `through` in this round?
bool ends_round(const llvm::Loop& loop, const llvm::BasicBlock& from,
                const llvm::BasicBlock* through);

}  // namespace heddle::compiler
