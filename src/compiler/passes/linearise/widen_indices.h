// SPDX-License-Identifier: Apache-2.0
// WidenIndices: moves sign and zero extensions of lane-dependent index arithmetic to its leaves.
//
//   sext(add nsw a, b)  ->  add nsw (sext a), (sext b)        likewise sub, mul, shl, zext with nuw
//   sext(smin(a, last)) ->  smin(sext a, sext last)           and what else is a clamp
//
// Needs: shapes. Only values that are affine, clamps aside (analysis/clamps.h), and not uniform are
// touched: a varying index is better kept in 32 bits. Guarantees nothing; afterwards the shape
// analysis sees through the index arithmetic that C's ints hide, and the base of an address is
// computed without wrapping.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many extensions it moved.
unsigned widen_indices(llvm::Function& function);

}  // namespace heddle::compiler
