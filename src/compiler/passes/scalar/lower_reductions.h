// SPDX-License-Identifier: Apache-2.0
// LowerReductions: sums and the like over the elements of a thread's own vector, which clang makes
// of neighbouring statements, element by element; and the first element that is set, which clang
// makes of a search in a local array, as bits of a number.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many it replaced.
unsigned lower_reductions(llvm::Function& function);

}  // namespace heddle::compiler
