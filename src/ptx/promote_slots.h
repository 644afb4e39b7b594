// SPDX-License-Identifier: Apache-2.0
// Stack slots of large functions become values, those with few accesses that lie close together:
// counters of loops, temporaries, registers of inline PTX. What LLVM has for it (SROA, mem2reg)
// looks for each slot at all blocks that its first store dominates, which is all the code that
// follows: 8,000 slots in 16,000 blocks took six seconds. This walks back from each load to the
// stores that it may see.
//
// Slots with another use than loads and stores of their type are left to LLVM, as are those that a
// debugger is to show.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace heddle::ptx {

// Returns those that are left.
llvm::SmallVector<llvm::AllocaInst*, 0> promote_slots(llvm::ArrayRef<llvm::AllocaInst*> slots);

}  // namespace heddle::ptx
