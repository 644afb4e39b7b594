// SPDX-License-Identifier: Apache-2.0
// Keeps masked loads in their place. InstCombine of LLVM 22.1 makes select(mask, masked.load(p,
// mask), x) a masked load at the place of the select, also where something has been stored at p
// since:
//
//   if (odd) { t = a[i]; a[i] = 100; }      t would be 100
//
// So a value that is selected from behind a write is frozen, which InstCombine does not look
// through.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Ahead of each InstCombine that sees vectors. Returns how many loads it pinned.
unsigned pin_masked_loads(llvm::Function& function);

}  // namespace heddle::compiler
