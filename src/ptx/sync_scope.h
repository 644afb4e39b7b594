// SPDX-License-Identifier: Apache-2.0
// The scopes of atomic operations and fences, by the names that LLVM's NVPTX target gives them:
// "block", "cluster", "device", and LLVM's own for the system. A scope that is not known is the
// system's, which is always right.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/LLVMContext.h"

namespace heddle::ptx {

inline constexpr llvm::StringLiteral kBlockScope = "block", kClusterScope = "cluster",
                                     kDeviceScope = "device";

inline llvm::StringRef scope_name(const llvm::LLVMContext& context, llvm::SyncScope::ID scope) {
  llvm::SmallVector<llvm::StringRef, 8> names;
  context.getSyncScopeNames(names);
  return names[scope];
}

// By PTX's name: cta, cluster, gpu, sys.
inline llvm::SyncScope::ID scope_of_ptx(llvm::LLVMContext& context, llvm::StringRef name) {
  const auto known = llvm::StringSwitch<llvm::StringRef>(name)
                         .Case("cta", kBlockScope)
                         .Case("cluster", kClusterScope)
                         .Case("gpu", kDeviceScope)
                         .Default("");
  return known.empty() ? static_cast<llvm::SyncScope::ID>(llvm::SyncScope::System)
                       : context.getOrInsertSyncScopeID(known);
}

// For whom a fence of this scope orders memory on the host: a block runs on one of its threads.
inline llvm::SyncScope::ID host_fence_scope(const llvm::LLVMContext& context,
                                            llvm::SyncScope::ID scope) {
  return scope == llvm::SyncScope::SingleThread || scope_name(context, scope) == kBlockScope
             ? llvm::SyncScope::SingleThread
             : llvm::SyncScope::System;
}

}  // namespace heddle::ptx
