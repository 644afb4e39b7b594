// SPDX-License-Identifier: Apache-2.0
// Debug information for variables whose address is known at run time only: each function that may
// name one keeps its address on the stack, and says that the variable is where this points to.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

// Stores `address` in memory of its own of the function at `b`.
llvm::AllocaInst* keep_address(llvm::IRBuilderBase& b, llvm::Value& address);

// Whether `function` is one in which the source may name `variable`: one that does, or any if it is
// declared outside of functions.
bool may_name(const llvm::Function& function, const llvm::GlobalVariable& variable);

// `variable` lies at `address` in the function at `b`. Nothing where there is no debug information;
// of a declaration, as `extern __shared__` arrays are, a type is made up from its layout.
void show_variable(llvm::IRBuilderBase& b, const llvm::GlobalVariable& variable,
                   llvm::Value& address);

// What holds the address of a variable of a namespace or class, in the kernel's own object.
inline constexpr const char* kKeptAddress = "heddle.place.";

// These are shown by functions now: the module no longer says that they have no place.
void forget_globals(llvm::Module& module, llvm::ArrayRef<llvm::GlobalVariable*> shown);

}  // namespace heddle::compiler
