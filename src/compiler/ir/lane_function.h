// SPDX-License-Identifier: Apache-2.0
// A function that stays the code of one thread: Linearise and Widen leave its body alone, and a
// call of it becomes a loop over the active lanes (WalkFewLanes makes them). It computes with its
// arguments and memory, and asks nothing about its warp.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

inline constexpr const char* kOfOneLane = "heddle-of-one-lane";

inline bool is_of_one_lane(const llvm::Function& function) {
  return function.hasFnAttribute(kOfOneLane);
}

}  // namespace heddle::compiler
