// SPDX-License-Identifier: Apache-2.0
// Where several warps that run as one function may part: branches whose condition differs between
// warps. If all warps agree they go on together. If not, each runs the blocks up to the join by
// itself, one warp after the other: its divergent path.
#pragma once

#include <optional>

#include "compiler/analysis/region.h"
#include "compiler/analysis/warp_variance.h"
#include "llvm/ADT/MapVector.h"

namespace heddle::compiler {

struct DivergentPath {
  llvm::BranchInst* branch;
  // The successor that is a fast path (see fast_path.h): together the warps only go there, and the
  // other side, right for all of them, is the divergent path. Otherwise both sides are.
  std::optional<unsigned> fast_path;
  llvm::BasicBlock* join;
  Region blocks;  // in an order in which definitions come first
};

// Each divergent path is entered by its branch alone and hands values to phis of its join alone.
class DivergentPaths {
 public:
  DivergentPaths(llvm::Function& step, const WarpVariance& variance);

  const DivergentPath* of(const llvm::Instruction& branch) const;
  // Blocks that warps run alone or not at all.
  bool alone(const llvm::BasicBlock* block) const { return alone_.contains(block); }
  unsigned instructions() const;  // of all paths

 private:
  llvm::MapVector<const llvm::Instruction*, DivergentPath> paths_;
  llvm::DenseSet<const llvm::BasicBlock*> alone_;
};

}  // namespace heddle::compiler
