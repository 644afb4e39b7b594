// SPDX-License-Identifier: Apache-2.0
// A call, by a thread that runs alone, of a function that exists for whole warps: functions behind
// pointers, whose addresses kernels of either kind may store and read.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// The calling thread, as its ThreadContext says it.
struct CallingLane {
  llvm::Value* block;         // BlockContext
  llvm::Value* warp_context;  // of this thread alone
  llvm::Value* warp;          // i32
  llvm::Value* lane;          // i32
};

// The call's result for that lane; null for void.
llvm::Value* call_as_lane(llvm::IRBuilderBase& b, llvm::CallInst& call, const CallingLane& caller);

// One lane of what a warp passes around as lanes_type(type) (widen/lanes.h), and `lanes` with
// `value` in that one.
llvm::Value* lane_of(llvm::IRBuilderBase& b, llvm::Value* lanes, llvm::Type* type,
                     llvm::Value* lane);
llvm::Value* with_lane(llvm::IRBuilderBase& b, llvm::Value* lanes, llvm::Value* value,
                       llvm::Value* lane);

}  // namespace heddle::compiler
