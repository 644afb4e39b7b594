// SPDX-License-Identifier: Apache-2.0
// A loop over lanes of a warp, from the lowest to the highest.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

struct LaneRound {
  llvm::Value* left;    // i32: lanes that no round has been for, this one's too
  llvm::Value* lane;    // i32: the lowest of them
  llvm::Value* so_far;  // the last round's result, poison in the first; null without results
};
struct LaneResult {
  llvm::Value* result;          // null without results
  llvm::Value* done = nullptr;  // i32: lanes that need no round of their own; null: this lane
};

// One round for as long as lanes of `bits` (i32) are left; there may be none. Gives the last
// round's result, of `type`: poison when there was none, null for void. The builder, which has to
// stand at the end of a block, is behind the loop then; the blocks are called `name`.
llvm::Value* over_lanes(llvm::IRBuilderBase& b, llvm::Value* bits, llvm::Type* type,
                        llvm::StringRef name,
                        llvm::function_ref<LaneResult(const LaneRound&)> round);

}  // namespace heddle::compiler
