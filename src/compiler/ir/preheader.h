// SPDX-License-Identifier: Apache-2.0
// The block in front of a loop, made where a branch leads straight into the loop.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace heddle::compiler {

inline llvm::BasicBlock* preheader(llvm::Loop& loop, llvm::DominatorTree& dominators,
                                   llvm::LoopInfo& loops) {
  if (auto* block = loop.getLoopPreheader()) return block;
  return llvm::InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
}

}  // namespace heddle::compiler
