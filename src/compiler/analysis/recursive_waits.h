// SPDX-License-Identifier: Apache-2.0
// Waits without a loop: a function that calls itself until another thread has written.
//
//   int wait(volatile int* flag) { return *flag ? 0 : 1 + wait(flag) * 3; }
//
// The call hangs on what a poll found (volatile and atomic loads, atomic operations that change
// nothing the second time, plain loads beside a fence), at an address that the called one gets,
// too. A function that goes down a tree looks elsewhere each time.
#pragma once

#include <vector>

#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// Whether a call in `function` may come to it again.
bool calls_itself(const llvm::Function& function);

// The calls in `function` by which it waits so.
std::vector<llvm::CallInst*> find_recursive_waits(llvm::Function& function);

}  // namespace heddle::compiler
