// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies that a loop waits for some rounds after it asked for them: on a GPU they are
// under way with those of these rounds. Here a copy is a load and a store.
#pragma once

#include <cstdint>

#include "compiler/passes/probe/block_chains.h"

namespace heddle::compiler {

// How many rounds later the loads of global memory of a block of `loop` (or nullptr) are waited
// for; 0: at once, or some of them are no copies.
std::uint32_t rounds_ahead(const llvm::BasicBlock& block, const BlockChain& chain,
                           const llvm::Loop* loop);

}  // namespace heddle::compiler
