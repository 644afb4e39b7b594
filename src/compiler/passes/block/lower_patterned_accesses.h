// SPDX-License-Identifier: Apache-2.0
// LowerPatternedAccesses: what is still a patterned access (ir/patterned_access.h) becomes accesses
// lane by lane where the instruction set has nothing better.
//
// Stands behind TransposeTiles and JamWarps, which make contiguous accesses of them.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many it replaced.
unsigned lower_patterned_accesses(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
