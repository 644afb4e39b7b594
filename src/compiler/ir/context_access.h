// SPDX-License-Identifier: Apache-2.0
// Loads of BlockContext and WarpContext fields from generated code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "image/kernel_abi.h"
#include "llvm/IR/IRBuilder.h"

#define abi_offset(structure, field) offsetof(::heddle::abi::structure, field)
#define abi_offset_array(structure, field, index) \
  (offsetof(::heddle::abi::structure, field) + 4 * (index))

namespace heddle::compiler::context {

struct Range {  // [first, end)
  std::uint64_t first, end;
};

// The BlockContext's field at `offset`, which does not change while a block runs.
llvm::LoadInst* load(llvm::IRBuilderBase& builder, std::size_t offset, llvm::Type* type,
                     const llvm::Twine& name, std::optional<Range> range = std::nullopt);

// Notes that one warp runs, the i32 `warp`; or which do: `count` of them from the i32 `first` on.
// The store stays where it is among accesses of other memory.
void note_warp(llvm::IRBuilderBase& builder, llvm::Value* block, llvm::Value* warp);
void note_warps(llvm::IRBuilderBase& builder, llvm::Value* block, llvm::Value* first,
                unsigned count);
// The same for a loop over warps that are always so many at once: one warp alone needs no count.
void note_turn(llvm::IRBuilderBase& builder, llvm::Value* block, llvm::Value* first,
               unsigned count);

// Counts a round of a loop that may wait: an i1, whether it is time to yield.
llvm::Value* count_round(llvm::IRBuilderBase& builder, llvm::Value* block);

}  // namespace heddle::compiler::context
