// SPDX-License-Identifier: Apache-2.0
// Which warps are jammed, and what that is for.
#pragma once

#include "compiler/analysis/warp_variance.h"
#include "compiler/target.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

inline constexpr unsigned kMaxJam = 16;

// How many warps may be jammed with profit: a power of two, 1 for none. That is when the warps take
// the same way (or all of them a fast path), and together access tiles, or add to one place, or
// have much in common and touch only shared memory and their frames; and, but for tiles, do not run
// out of vector registers. `step` is i32 (block, frame, warp, state), where the state is not used
// (see warp_loops.cpp).
unsigned profitable_jam(llvm::Function& step, const Isa& isa, unsigned warps);

// A load, a store or a masked one, of memory that others may see change.
bool accesses_device_memory(const llvm::Instruction& instruction, const llvm::Function& step);

// The instruction, if it adds to a place that all warps have in common: jammed warps add their sum.
// Null otherwise.
llvm::AtomicRMWInst* common_addition(llvm::Instruction& instruction, const WarpVariance& variance);

}  // namespace heddle::compiler
