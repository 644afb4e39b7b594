// SPDX-License-Identifier: Apache-2.0
// Inline PTX to LLVM IR: every call of inline assembly in a device module becomes the instructions
// that clang makes of the same CUDA C++: NVPTX intrinsics, LLVM's operations, functions of the
// device library (which is to be linked afterwards). All that comes later knows no PTX.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace heddle::ptx {

// The error has a line "file:line:column: error: ..." for each asm statement that is wrong or not
// supported, and leaves the module half translated.
llvm::Error translate(llvm::Module& module);

}  // namespace heddle::ptx
