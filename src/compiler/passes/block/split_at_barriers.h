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

#include "compiler/compilation.h"

namespace heddle::compiler {

struct StepFunction {
  llvm::Function* function;
  std::uint32_t frame_bytes;
  unsigned states;  // 0: the start; 1 and up: behind a barrier
};

// Makes step functions of the kernel's (kStep), and Compilation::barrier_places: "file:line" of
// each resume point, empty where there is no debug location. Returns how many functions it split.
unsigned split_at_barriers(Compilation& c);

// For warps that one function runs in turn (split_for_warp_loops.h), where nobody asks what a
// barrier is:
//
//     i32 f.step(block, frame, warp, state)     returns the next state, kExitedState at the end
//
// Needs plain barriers.
StepFunction split_at_plain_barriers(llvm::Function& warp, const Isa& isa);
inline constexpr std::uint32_t kExitedState = abi::kReturned;
// A copy of such a function as it runs from one state on, to be inlined.
llvm::Function* from_state(llvm::Function& step, unsigned state);

// Whether each barrier is __syncthreads() of all `lanes` lanes.
bool has_plain_barriers(llvm::Function& warp, std::uint32_t lanes);

}  // namespace heddle::compiler
