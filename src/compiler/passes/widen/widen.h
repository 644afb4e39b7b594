// SPDX-License-Identifier: Apache-2.0
// Widen: turns each function of one thread into one of a warp (widener.h).
//
// Guarantees: Compilation::full_warp and last_warp are (block, warp context, warp, mask), and the
// one-thread view is gone; pointers to functions point at warps' code.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many functions it widened.
llvm::Expected<unsigned> widen(Compilation& c);

}  // namespace heddle::compiler
