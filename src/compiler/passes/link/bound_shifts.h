// SPDX-License-Identifier: Apache-2.0
// BoundShifts: a shift by as many bits as the value has, or more, gives what it gives on a GPU:
// zero, or for signed values shifted to the right the sign in all bits (PTX ISA, "shl", "shr": the
// amount is taken as unsigned and clamped to the width). C++ leaves it undefined, and so does LLVM;
// but (1u << n) - 1 for the n lowest bits is written with n = 32 as well.
//
//     shl, lshr x, n      n < width ? x << n : 0
//     ashr x, n           x >> min(n, width - 1)
//
// CPUs have vector shifts that do so, into which LLVM turns these. What clang has folded before
// (amounts that it knew to be too large) stays what it made of it.
//
// Needs: nothing has used yet that the amounts are in range. Stands in both tables, so that the
// slow reference computes the same.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many shifts it bounded. Where a tool hears of amounts that are too large
// (Event::kArithmetic), the first bounds none, and the second does behind the questions.
unsigned bound_shifts(Compilation& c);
unsigned bound_heard_shifts(Compilation& c);

}  // namespace heddle::compiler
