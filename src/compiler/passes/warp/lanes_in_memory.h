// SPDX-License-Identifier: Apache-2.0
// LanesInMemory: a loop that takes lanes out of a vector one by one finds them in memory.
//
//     for lane in mask: atomicAdd(addresses[lane], values[lane])
//
// A lane whose number is not known is not in a register of its own: LLVM would store the whole
// vector each time to load one lane of it. Here it is stored once, before the loop.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// `function` is host code as it will be translated: what it keeps on its stack stays there. Returns
// how many vectors were put there.
unsigned lanes_in_memory(llvm::Function& function);

}  // namespace heddle::compiler
