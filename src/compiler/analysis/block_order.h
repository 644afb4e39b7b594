// SPDX-License-Identifier: Apache-2.0
// A topological order of blocks (back edges aside) in which every loop is contiguous and begins
// with its header, directly after its preheader.
#pragma once

#include <vector>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

std::vector<llvm::BasicBlock*> block_order(llvm::Function& function, const llvm::LoopInfo& loops);

}  // namespace heddle::compiler
