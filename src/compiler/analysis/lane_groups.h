// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/analysis/shape_analysis.h"

namespace heddle::compiler {

// Whether at most one lane of a warp runs `block`, by the comparisons of affine with uniform values
// on the way to it: `if (threadIdx.x == 0 && threadIdx.y == 0)`.
bool single_lane(const llvm::BasicBlock& block, const llvm::DominatorTree& dominators,
                 const llvm::LoopInfo& loops, const ShapeAnalysis& shapes);

// Whether one lane alone runs `a` and `b`, the same one however often they are run.
bool same_lane(const llvm::BasicBlock& a, const llvm::BasicBlock& b,
               const llvm::DominatorTree& dominators, const llvm::LoopInfo& loops,
               const ShapeAnalysis& shapes);

}  // namespace heddle::compiler
