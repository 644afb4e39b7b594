// SPDX-License-Identifier: Apache-2.0
// Which loops that look for what another thread writes wait for the block before: a block that says
// only behind such a loop what others look for makes a chain of all blocks, one that says something
// before it, too, looks back as far as it has to.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "probes/functions.h"

namespace heddle::compiler {

// kBlockChain, kLookBack; kNone: neither.
probes::Function block_wait_of(const llvm::Loop& loop, const llvm::DominatorTree& dominators,
                               const llvm::LoopInfo& loops);

}  // namespace heddle::compiler
