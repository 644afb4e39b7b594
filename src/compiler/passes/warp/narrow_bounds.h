// SPDX-License-Identifier: Apache-2.0
// NarrowBounds: which lanes lie below a bound is found in bytes.
//
//     (first + <0, 1, .. 31>) < n    ->    <0, 1, .. 31> < min(max(n - first, -128), 127)
//
// For CPUs without registers for masks, whose comparisons make vectors as wide as what they
// compare: 32 words are four registers, to be packed before masks are joined or tested; 32 bytes
// are one. Not where the mask only chooses among wider values: these would have to unpack it.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many comparisons it replaced.
unsigned narrow_bounds(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
