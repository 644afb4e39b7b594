// SPDX-License-Identifier: Apache-2.0
// A function of one lane (ir/lane_function.h) that does what a region does for it.
#pragma once

#include "compiler/analysis/region.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

struct OutlinedRegion {
  llvm::Function* function = nullptr;
  // What it is called with: values from outside the region, and those of phis that stand at its
  // entry (these are named by the phi).
  llvm::SmallVector<llvm::Value*, 8> arguments;
  llvm::SmallVector<llvm::PHINode*, 4>
      results;  // phis of the join, in the order of what it returns
};

// May one lane run the region while the others wait? True of simple accesses to generic memory and
// of arithmetic that CPUs have as well; false where lanes of a warp meet or are told apart.
bool may_be_outlined(const Region& region);

// Copies the region. Needs: each of its ways out leads to `join`, and what it makes is used in it
// or by the join's phis alone (is_closed()).
OutlinedRegion outline_for_lane(const Region& region, llvm::BasicBlock& entry,
                                llvm::BasicBlock& join);

// Does it take and return a few plain values? Otherwise handing them over costs what a walk saves.
bool is_small(const OutlinedRegion& outlined);

// Behind calls in place of regions: one may join where a loop around it goes on, or at an exit that
// only a loop had.
void keep_canonical(llvm::Function& function);

}  // namespace heddle::compiler
