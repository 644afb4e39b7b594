// SPDX-License-Identifier: Apache-2.0
// Patterned accesses: gathers and scatters of a full warp whose lanes lie at distances known at
// compile time, but not side by side (a column of a tile). They stay one instruction until it is
// known whether warps are jammed, which can make contiguous accesses of them (see
// transpose_tiles.h).
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

struct PatternedAccess {
  llvm::CallInst* call;
  llvm::Value* base;                            // where the offsets begin
  llvm::SmallVector<std::int64_t, 32> offsets;  // of the lanes, in bytes
  llvm::Type* element;
  llvm::Align align;
  llvm::Value* stored;  // null: a load

  unsigned bytes() const { return element->getPrimitiveSizeInBits().getFixedValue() / 8; }
};

std::optional<PatternedAccess> patterned_access(llvm::Instruction& instruction);

}  // namespace heddle::compiler
