// SPDX-License-Identifier: Apache-2.0
// Loops in which a load's address is known only when one of a round before has arrived: lists,
// binary searches, bytes that say how long they are. One lane waits for each of them; the lanes of
// a warp wait together.
#pragma once

#include "compiler/analysis/region.h"
#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

bool chases_loads(const Region& region, const llvm::LoopInfo& loops);

// What is computed from what the region loads.
using Loaded = llvm::SmallSetVector<const llvm::Instruction*, 32>;
Loaded computed_from_loads(const Region& region, const llvm::LoopInfo& loops);

}  // namespace heddle::compiler
