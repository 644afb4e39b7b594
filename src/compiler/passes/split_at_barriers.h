// SPDX-License-Identifier: Apache-2.0
// SplitAtBarriers: makes a warp's function one that returns at each barrier and goes on where it
// left off when it is called again.
//
//     f(block, warp_context, warp, mask)        i32 f.step(block, warp_context, warp)
//       ...                                       switch (warp_context->resume_point)
//       call heddle.suspend          ->           ... spill what is live; resume_point = k; return
//       1
//       ...                                       k: reload; ...
//                                                 return 0 at the end
//
// Needs: heddle.suspend calls in the function itself only (not in functions that it calls).
// Guarantees: no heddle.suspend is left; stack objects and values that live across a barrier are in
// the warp's frame.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

struct StepFunction {
  llvm::Function* function;
  std::uint32_t frame_bytes;
};

StepFunction split_at_barriers(llvm::Function& warp);

}  // namespace heddle::compiler
