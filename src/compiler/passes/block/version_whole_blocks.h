// SPDX-License-Identifier: Apache-2.0
// VersionWholeBlocks: a block whose warps all take the fast path runs them without asking each.
//
//     for (w = 0; w < 8; ++w)                   if (first + 7 * 32 + 31 < n)
//       if (first + w * 32 + 31 < n) fast(w);     for (w = 0; w < 8; w += 4) { fast(w); .. }
//       else slow(w);                           else as before
//
// Small kernels spend more on a warp's bounds check, the loop and the parameters than on what they
// compute. Without the check several warps are straight code, which loads parameters once.
//
// Stands behind the clean-up of the entry point, where loops over warps are loops of one function.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns of how many loops over warps there is a version, or several warps a round.
unsigned version_whole_blocks(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
