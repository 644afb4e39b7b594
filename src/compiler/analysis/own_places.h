// SPDX-License-Identifier: Apache-2.0
// Places that each lane of a warp keeps to itself: lane i reads at a[256 * tile + i], whatever its
// tile is, and lane j writes at a[256 * block + j]. Modulo the distance between rows they are as
// far apart as the lanes, so no lane writes what another one reads.
#pragma once

#include "compiler/analysis/shape_analysis.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Whether no lane of a warp, by `write`, can meet what another lane of it reads by `read`, whenever
// they do so. False: not known.
bool lanes_keep_apart(const llvm::Instruction& write, const llvm::Instruction& read,
                      const llvm::LoopInfo& loops, const ShapeAnalysis& shapes);

}  // namespace heddle::compiler
