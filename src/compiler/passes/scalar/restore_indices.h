// SPDX-License-Identifier: Apache-2.0
// RestoreIndices: what the optimiser has made a constant of where a branch says so is computed as
// elsewhere again.
//
//     if (i > 0) f = x[i - 1];             if (i > 0) { f = x[i - 1]; k = i; } else k = 0;
//     y[i] = f;                      <-    y[k] = f;
//
// A scalar machine need not extend 0. Here k is another number for each lane, and y[k] is stored
// lane by lane: y[i] is one vector.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many it restored.
unsigned restore_indices(llvm::Function& function);

}  // namespace heddle::compiler
