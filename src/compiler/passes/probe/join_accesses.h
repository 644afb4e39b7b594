// SPDX-License-Identifier: Apache-2.0
// JoinAccesses: what LLVM has split of one access of the program becomes one again: `*p = v` of a
// float4, or the halves of a half2. Tools that say which lanes may access hear of what the program
// wrote, once, and its lanes lie side by side.
//
// Parts have one place in the source (of one inlined call), lie side by side from an address on
// that is aligned for all of them together, as the program's types promise for such an access, and
// nothing else touches memory in between.
//
// Needs: memory intrinsics lowered. Keeps the canonical form: no block changes.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::compiler {

// Returns how many accesses it made.
unsigned join_accesses(llvm::Module& module);

}  // namespace heddle::compiler
