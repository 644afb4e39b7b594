// SPDX-License-Identifier: Apache-2.0
// JoinHalfPairs: what is computed alike from the low and the high halves of words (__half2) is
// computed at once, in vectors of twice the lanes, which are the words as they are in memory:
//
//     %lo = trunc <32 x i32> %w to <32 x i16>     %both = bitcast <32 x i32> %w to <64 x half>
//     %hi = trunc (lshr %w, 16)
//     %x = fma %lo, %m, %c                        %xy = fma %both, ..
//     %y = fma %hi, %m, %c
//     store (interleaving shuffle %x, %y)         store %xy
//
// Needs bodies of warps, of a CPU that converts vectors of halves. Taking words apart and putting
// them together again costs it as much as the arithmetic. (bfloat is taken from words for nothing.)
//
// Trees of operations on each element are joined, from a place where two values become words down
// to words, constants and values that are the same in both; what else stands below is interleaved.
// A tree is left alone if that is done as often as words need not be taken apart and put together,
// and so is an operation whose value is also used elsewhere.
#pragma once

#include "llvm/IR/Function.h"

namespace llvm {
class TargetMachine;
}

namespace heddle::compiler {

// Returns how many operations it joined with another.
unsigned join_half_pairs(llvm::Function& function, const llvm::TargetMachine& machine);

}  // namespace heddle::compiler
