// SPDX-License-Identifier: Apache-2.0
// PrefetchStrides: asks for what a loop over device memory loads some iterations later, where the
// CPU does not see it coming.
//
//     for (i = index; i < n; i += blockDim.x * gridDim.x) count(x[i]);
//
// CPUs fetch ahead along lines that follow each other within a page, and run ahead as many
// instructions as they hold. A loop whose steps are wider, as those over a grid, and whose body is
// long waits for memory in each iteration.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle::compiler {

// `function` is host code whose first argument is the BlockContext. Returns how many loads are
// asked for ahead.
unsigned prefetch_strides(llvm::Function& function, llvm::TargetMachine& machine);

}  // namespace heddle::compiler
