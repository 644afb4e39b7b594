// SPDX-License-Identifier: Apache-2.0
// Functions of device code that the runtime library provides.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// i64 (): the same for all lanes.
inline constexpr llvm::StringLiteral kGlobalTimer = "heddle_rt_globaltimer";

struct RuntimeFunction {
  llvm::StringLiteral name;    // in device code
  llvm::StringLiteral symbol;  // of the engine's function (image/kernel_abi.h)
  bool of_thread;              // it gets the thread's index, not the block alone
  unsigned arguments;          // so many of the call's follow
  std::uint64_t alignment;     // not 0: and this
};

// Null: there is none of this name.
const RuntimeFunction* runtime_function(llvm::StringRef name);

struct Caller {
  llvm::Value *block, *thread;  // its BlockContext; i32, its index in the block
};

llvm::CallInst* call_runtime(llvm::IRBuilderBase& builder, const RuntimeFunction& function,
                             llvm::Type* result, const Caller& caller,
                             llvm::ArrayRef<llvm::Value*> arguments);

}  // namespace heddle::compiler
