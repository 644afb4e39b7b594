// SPDX-License-Identifier: Apache-2.0
// Functions that a module may call and need not hold: the device runtime's, and those of
// mathematics that this machine's libraries compute.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DerivedTypes.h"

namespace heddle::ptx {

// vprintf, malloc, free, __assertfail; null: none of these.
llvm::FunctionType* runtime_function_type(llvm::LLVMContext& context, llvm::StringRef name);

// sin, powf and their like: how many arguments, of float or double, which is the result's type,
// too.
llvm::FunctionType* math_function_type(llvm::LLVMContext& context, llvm::StringRef name);

}  // namespace heddle::ptx
