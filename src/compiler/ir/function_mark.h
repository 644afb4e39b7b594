// SPDX-License-Identifier: Apache-2.0
// What stands in front of each function that pointers lead to: eight bytes, of which the upper half
// is the same for all, and the lower half says how far away its form for a thread lies
// (thread_forms.h). A pointer that the host took leads to a function of the host, which has no such
// word, so a call can tell.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

llvm::Constant* marked(llvm::Constant* distance);

struct CallingThreads {
  llvm::Value *block, *warp;
  llvm::Value* lane;  // the first of those that call
};

// In front of a call: ends the launch where `pointer` leads to what is no device function. Returns
// how far away the other form lies: i64, zero if there is none.
llvm::Value* check_function(llvm::IRBuilderBase& b, llvm::Value* pointer,
                            const CallingThreads& caller);

}  // namespace heddle::compiler
