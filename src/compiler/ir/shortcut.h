// SPDX-License-Identifier: Apache-2.0
// Shortcuts: branches whose one side is always right, and whose other side does the same in less
// time where the condition allows it (the unmasked copy for a full warp, a contiguous access where
// no index wraps).
#pragma once

#include <optional>

#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfDataUtils.h"

namespace heddle::compiler {

// The mark is a branch weight that nothing else makes: LLVM keeps weights right when it turns a
// condition round, and drops them when it makes another branch of two.
inline constexpr std::uint32_t kShortcutWeight = 0x10'0007, kDetourWeight = 1;

// Successor 0 is the shortcut.
inline void mark_shortcut(llvm::BranchInst& branch) {
  branch.setMetadata(
      llvm::LLVMContext::MD_prof,
      llvm::MDBuilder(branch.getContext()).createBranchWeights(kShortcutWeight, kDetourWeight));
}

// Which successor of the branch is a shortcut, if one is.
inline std::optional<unsigned> shortcut_of(const llvm::Instruction& terminator) {
  llvm::SmallVector<std::uint32_t, 2> weights;
  if (!llvm::isa<llvm::BranchInst>(terminator) ||
      !llvm::extractBranchWeights(terminator, weights) || weights.size() != 2) {
    return {};
  }
  for (const unsigned side : {0u, 1u}) {
    if (weights[side] == kShortcutWeight && weights[1 - side] == kDetourWeight) return side;
  }
  return {};
}

}  // namespace heddle::compiler
