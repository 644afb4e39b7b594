// SPDX-License-Identifier: Apache-2.0
// SeparateReturns: threads that store a result and return, where others go on to a barrier and
// store theirs at their end, have a store of their own again.
//
//   if (x) { s[t] = 1; return; }           clang makes of it:      br i1 %x, label %end, label
//   %go_on
//   __syncthreads();                                        go_on: barrier; ...
//   ...                                                     end:   %v = phi [ 1 ], [ 2 ]
//   s[t] = 2;                                                      store %v, %s_t
//
// For one thread that is the same. But others see s[t] behind the barrier: an exited thread counts
// as arrived, so that it stores before they go on (an H200 does that, too), while Linearise runs
// `end` behind everything. The line of such a store is 0: it has several. A store that the program
// itself has behind the branch keeps its line, and its place.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Runs behind UnifyExits. Returns how many ways to the return got a copy of what they share.
unsigned separate_returns(llvm::Function& function);

}  // namespace heddle::compiler
