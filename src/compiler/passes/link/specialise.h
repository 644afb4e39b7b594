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

#include "compiler/request.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// `block` none: dimensions are read from the BlockContext at run time.
void specialise(llvm::Function& function, const std::optional<BlockShape>& block, bool wide_grid);

}  // namespace heddle::compiler
