// SPDX-License-Identifier: Apache-2.0
// Which field of the BlockContext a load reads.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/IR/Instructions.h"

namespace heddle::compiler::context {

// The field's offset, none: the load reads something else. In the one-thread view; or in a function
// of warps, which gets the context as its argument `block`.
std::optional<std::uint64_t> field_read(const llvm::LoadInst& load);
std::optional<std::uint64_t> field_read(const llvm::LoadInst& load, const llvm::Value* block);

}  // namespace heddle::compiler::context
