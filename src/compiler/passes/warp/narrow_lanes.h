// SPDX-License-Identifier: Apache-2.0
// NarrowLanes: what becomes bytes or shorts in the end is computed in 16 bits where that gives the
// same, as in pixels and sound, which C++ makes `int` of:
//
//     trunc(umin(zext a + zext b, 255))  in <32 x i32>     ->     in <32 x i16>
//
// A vector register holds twice as many lanes, and they need not be brought back from words.
// The low bits of sums, products and their like need the low bits of what they are made of. What
// asks for more than that (shifts to the right, minimum, maximum, comparisons, quotients) takes
// numbers that are known to fit into 16 bits.
// Runs behind InstCombine, which would not undo it, but knows words better.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many bytes and shorts of lanes it computes in 16 bits.
unsigned narrow_lanes(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
