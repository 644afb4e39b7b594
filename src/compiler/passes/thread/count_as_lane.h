// SPDX-License-Identifier: Apache-2.0
// CountAsLane: the counters of InsertCounters in the code of one thread: calls of the engine, which
// puts together what the lanes of a warp counted.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// Of the pseudo function heddle.count.*. `warp`, `lane`: of the thread.
void count_as_lane(llvm::IRBuilderBase& b, llvm::CallInst& call, llvm::Value* block,
                   llvm::Value* warp, llvm::Value* lane);

}  // namespace heddle::compiler
