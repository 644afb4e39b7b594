// SPDX-License-Identifier: Apache-2.0
// PTX computes addresses as numbers. Loads and stores through a number that was a pointer (a
// parameter, a variable) plus something get that pointer back, so that what comes later sees which
// object they touch, as it does in code from clang.
//
// Needs: values, not slots (mem2reg has run).
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::ptx {

// Parameters of 64 bits that are used as addresses become pointers. Returns the function, which is
// another one then.
llvm::Function* recover_pointers(llvm::Function& function);

}  // namespace heddle::ptx
