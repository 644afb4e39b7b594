// SPDX-License-Identifier: Apache-2.0
// Canonicalise: brings control flow and memory operations into the few forms that Linearise and
// Widen know.
//
// Guarantees: terminators are `br` and `ret` only; loops are reducible, have a preheader, one latch
// and dedicated exits, and are in LCSSA form; memcpy, memmove and memset are loads and stores;
// remainders by what is known at run time only are not made of quotients; no phi has undefined
// control.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

void canonicalise(llvm::Function& function, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
