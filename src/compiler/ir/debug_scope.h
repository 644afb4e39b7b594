// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Gives `function` a debug scope like that of `like`, so that calls in it may be inlined with their
// lines; returns a location there (null when `like` has none). A subprogram belongs to one
// function.
inline llvm::DILocation* share_debug_scope(llvm::Function& function, const llvm::Function& like) {
  auto* program = like.getSubprogram();
  if (!program) return nullptr;
  auto* own = llvm::MDNode::replaceWithDistinct(program->clone());
  own->replaceRetainedNodes(nullptr);  // variables, which are the other one's
  function.setSubprogram(own);
  return llvm::DILocation::get(function.getContext(), program->getLine(), 0, own);
}

}  // namespace heddle::compiler
