// SPDX-License-Identifier: Apache-2.0
// ComputeOnce: vectors that each warp makes anew in a loop, all alike, of what lies in shared
// memory are made once, before the first warp runs.
//
//     for w: for k: s[w] += a[w][k] * column(b[k])          for k: t[k] = column(b[k])
//                                                    ->     for w: for k: s[w] += a[w][k] * t[k]
//
// Tiles in shared memory lie as the program's copies and the GPU's banks want them, not as lanes
// want them: the columns of a thread tile cost a warp more shuffles than multiplications.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

struct ComputedOnce {
  llvm::Function* prepare;  // void (block, values): makes them, to be called before the first warp
  llvm::Function* step;     // the step function with one more argument, the values
  std::uint64_t bytes;      // of the values, aligned as vectors are
};

// For a step function (block, frame, warp, state) of a block with plain barriers that is called
// `calls` times one after the other; nothing if there is no gain. The step function is used up.
std::optional<ComputedOnce> compute_once(llvm::Function& step, const Isa& isa, unsigned calls);

}  // namespace heddle::compiler
