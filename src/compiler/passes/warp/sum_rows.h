// SPDX-License-Identifier: Apache-2.0
// SumRows: where elements that a lane has side by side in memory are only added up, vectors are
// added as they lie there, and what is left is taken apart by halves:
//
//     %a0 = every fourth of %a, %a1 = the next ones, ..    %w = add %a, %b
//     %b0 = every fourth of %b, ..                         %p = add (every second of %w), (the
//     rest) add %a0, (add %a1, (.. (add %b2, %b3)))              add (every second of %p), (the
//     rest)
//
// Needs bodies of warps, in which widening has made vectors of whole rows. Taking four registers
// apart takes up to 24 shuffles. It is for operations on integers whose order does not matter: sums
// of floats keep the order in which they were written.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many vectors of rows are no longer taken apart element by element.
unsigned sum_rows(llvm::Function& function);

}  // namespace heddle::compiler
