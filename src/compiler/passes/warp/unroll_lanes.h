// SPDX-License-Identifier: Apache-2.0
// UnrollLanes: a loop that stores bytes or shorts of all lanes, one by one, becomes straight code.
//
//     for lane in ~0: store(addresses[lane], values[lane])    ->    the store 32 times
//
// The loop finds each lane by the mask's lowest bit, and loads it from memory, where LanesInMemory
// stored the vector just before; here lanes come out of registers. Where some lanes may be off the
// loop stays.
// Stands in front of LanesInMemory.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many loops it unrolled.
unsigned unroll_lanes(llvm::Function& function);

}  // namespace heddle::compiler
