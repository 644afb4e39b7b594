// SPDX-License-Identifier: Apache-2.0
// A loop of a warp's code that computes lane by lane on one path, with exits to one block.
#pragma once

#include "compiler/analysis/shape.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Where the path may leave the loop.
struct LaneExit {
  llvm::BasicBlock* block;
  llvm::Value*
      mask;  // leaves when no lane of it is set; null: when a number says so, for all lanes
};

struct LaneLoop {
  llvm::BasicBlock* preheader = nullptr;
  llvm::BasicBlock* after = nullptr;             // all exits go there, and nothing else
  llvm::SmallVector<llvm::BasicBlock*, 8> path;  // from the header to the latch
  llvm::SmallVector<LaneExit, 4> exits;          // in the order of the path
};

inline bool is_of_all_lanes(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector && vector->getNumElements() == kLanes;
}

// Whether the instruction tests if any lane of a mask is set; the mask, else null. The test's two
// instructions are for the branch alone.
llvm::Value* tested_mask(const llvm::BranchInst& branch, const llvm::BasicBlock* after);

// A value of all lanes that are alike, made of a number; that number, else null.
llvm::Value* splat_number(const llvm::Value* value);

// Reads the loop; false if it is of another kind.
bool read_lane_loop(const llvm::Loop& loop, LaneLoop& result);

// Whether a lane that is set in no mask of an exit any more would leave the loop with the value
// that it has then, however often the others go around.
bool keeps_what_lanes_left_with(const LaneLoop& loop);

}  // namespace heddle::compiler
