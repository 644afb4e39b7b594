// SPDX-License-Identifier: Apache-2.0
// Between memory, where bytes are undefined or not, and registers, where bits are: a shadow has the
// width of its value, and a 1 for each undefined bit.
#pragma once

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// Values of more bytes are taken for defined.
inline constexpr std::uint64_t kMostShadowBytes = 32;

// The type of the shadow of such a value: an integer, or a vector of them. Null: it has none.
llvm::Type* shadow_type(llvm::Type* type, const llvm::DataLayout& layout);

// i32 -> shadow: bit i of `bytes` says that byte i is undefined.
llvm::Value* bits_of_bytes(llvm::IRBuilderBase& b, llvm::Value* bytes, llvm::Type* shadow);
// Shadow -> i32. A byte counts as undefined when none of its bits is defined, so that a bit field's
// neighbours, which are written back as they were read, stay what they are and no more.
llvm::Value* bytes_of_bits(llvm::IRBuilderBase& b, llvm::Value* shadow);

}  // namespace heddle::compiler
