// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Numbers that are a vector of addresses, each an offset from one base, become that base's number
// and the offsets. The InstCombine of LLVM 22 makes invalid code of differences of two such
// vectors: it puts a vector of pointers in the place of their base where that has other uses.
// Returns how many.
unsigned number_addresses(llvm::Function& function);

}  // namespace heddle::compiler
