// SPDX-License-Identifier: Apache-2.0
// What a step function (block, frame, warp, ..) knows of an address.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// It lies in the block's shared memory, the warp's frame or the block's description.
bool is_block_memory(const llvm::Value* pointer, const llvm::Function& step);

// It lies in the block's shared memory.
bool is_shared_memory(const llvm::Value* pointer, const llvm::Function& step);

}  // namespace heddle::compiler
