// SPDX-License-Identifier: Apache-2.0
// Events of a thread that runs alone: those of a warp in which one lane is active.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// What a call of a pseudo function heddle.probe.* becomes for the thread of that BlockContext, warp
// and lane (both i32): its value, null for void.
llvm::Value* probe_as_lane(llvm::IRBuilderBase& b, llvm::CallInst& probe, llvm::Value* block,
                           llvm::Value* warp, llvm::Value* lane);

}  // namespace heddle::compiler
