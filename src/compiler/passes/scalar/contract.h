// SPDX-License-Identifier: Apache-2.0
// Contract: joins products with sums to fused multiply-adds, the same ones as nvcc.
//
//     p = a * b;  p + c;  d - p    ->    fma(a, b, c);  fma(-a, b, d)
//
// nvcc joins within a basic block, in two passes that were measured
// (tests/lang/math/contraction.inc names the source). The first sees additions alone, the last one
// first: a product is joined with all its users if they are less than five and all of them
// additions. The second takes additions and subtractions, the first one first: a product is joined
// if all its users are such. Of two products the left one is taken. A product that anybody else
// reads is computed anyway, so it is not joined. 16-bit numbers only have the second pass.
//
// Stands before functions are inlined and loops unrolled, where blocks are still those that the
// front end made, so that what is joined does not depend on what later passes do: the slow
// reference rounds alike. What may not be joined (-fmad=false) has no `contract` flag; what was not
// joined here loses it. __fadd_rn and its like are intrinsics until here, so that no one takes
// their product for one that may be joined, and the other way round. On a CPU without fused
// multiply-add, float and double stay as they are.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

llvm::Error contract(Compilation& c);

}  // namespace heddle::compiler
