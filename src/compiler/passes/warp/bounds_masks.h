// SPDX-License-Identifier: Apache-2.0
// BoundsMasks: which lanes lie below a bound is a number, not a comparison of vectors.
//
//     (first + <0, 1, .. 31>) < n    ->    the lowest n - first bits, at most 32 and at least none
//
// Where the CPU keeps masks as bits. Elsewhere comparisons of 64 bits become ones of 32, of the
// lane with how many lie below the bound: half the instructions, and masks of the width that most
// are of.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many comparisons it replaced.
unsigned bounds_masks(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
