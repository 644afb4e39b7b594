// SPDX-License-Identifier: Apache-2.0
// The scopes of atomic operations and fences, by the names that LLVM's NVPTX target gives them:
// "block", "cluster", "device", and LLVM's own for the system. A scope that is not known is the
// system's, which is always right.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"

namespace heddle::compiler {

inline constexpr llvm::StringLiteral kBlockScope = "block", kClusterScope = "cluster",
                                     kDeviceScope = "device";

inline llvm::StringRef scope_name(const llvm::LLVMContext& context, llvm::SyncScope::ID scope) {
  llvm::SmallVector<llvm::StringRef, 8> names;
  context.getSyncScopeNames(names);
  return names[scope];
}

inline bool is_block_scope(const llvm::LLVMContext& context, llvm::SyncScope::ID scope) {
  return scope == llvm::SyncScope::SingleThread || scope_name(context, scope) == kBlockScope;
}

}  // namespace heddle::compiler
