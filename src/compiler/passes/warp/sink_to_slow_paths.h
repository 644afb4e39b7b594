// SPDX-License-Identifier: Apache-2.0
// SinkToSlowPaths: what a loop needs on its slow paths alone is computed there.
//
//     m = i + 1 > last                          loop:
//     loop:                                       if (fast path) ..
//       if (fast path) ..              ->         else { m = i + 1 > last; .. m .. }
//       else .. m ..
//
// Clean-up has moved it in front of the loop, where it is one more value that each warp computes,
// and keeps while it waits at the loop's barriers. Behind clean-up, before barriers cut functions
// up. Only where a fast path is marked (ir/fast_path.h): other branches may go either way.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// Returns how many functions it changed.
unsigned sink_to_slow_paths(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
