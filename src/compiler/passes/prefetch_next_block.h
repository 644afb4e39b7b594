// SPDX-License-Identifier: Apache-2.0
// PrefetchNextBlock: asks for a next block's first loads while this block runs.
//
// A GPU keeps several blocks on a multiprocessor, so that one can load while others compute or wait
// at barriers. Here a block runs alone from its first to its last barrier; what it loads first,
// with addresses that are known when it begins, would be waited for each time.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Of that many blocks on in blockIdx.x: the one before it is on its way already.
inline constexpr unsigned kBlocksAhead = 2;

// void (block, warp) for that block, or null when the first loads of
// the step function (its state must be a constant by now) do not have addresses of that kind.
llvm::Function* prefetch_of_next_block(llvm::Function& step);

}  // namespace heddle::compiler
