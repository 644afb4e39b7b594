// SPDX-License-Identifier: Apache-2.0
// Specialise: says what threadIdx, blockIdx, barriers and the other special registers are, for one
// block shape.
//
//   llvm.nvvm.read.ptx.sreg.tid.x  ->  arithmetic on heddle.warp and heddle.lane, in the form from
//                                      which the shape analysis sees most (blockDim is constant)
//   ...ctaid.x, nctaid.x           ->  loads from the BlockContext, with their ranges
//   llvm.nvvm.barrier.*            ->  heddle.barrier
//   llvm.nvvm.isspacep.*           ->  comparisons with where shared memory lies
//   unreachable                    ->  the way to the return
//
// Needs: linked device code. Guarantees: none of these intrinsics is left; each function has one
// `ret` and no `unreachable` that lanes could reach.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many calls it replaced.
unsigned specialise(Compilation& c);

}  // namespace heddle::compiler
