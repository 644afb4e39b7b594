// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/analysis/shape_analysis.h"

namespace heddle::compiler {

// Whether at most one lane of a warp runs `block`, by the comparisons of affine with uniform values
// on the way to it: `if (threadIdx.x == 0 && threadIdx.y == 0)`.
bool single_lane(const llvm::BasicBlock& block, const llvm::DominatorTree& dominators,
                 const ShapeAnalysis& shapes);

}  // namespace heddle::compiler
