// SPDX-License-Identifier: Apache-2.0
// WeighSize: a kernel, or functions behind pointers, of so many instructions that to simplify them
// would use up the budget are compiled thread by thread from here on.
//
// Stands in front of Optimise, which takes five seconds for nests of loops of 40,000 instructions.
// Nothing is done again: the passes before it do the same for both. Not where lanes of a warp may
// wait for each other by volatile accesses (keep_in_step.h).
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Sets Compilation::single_threads and hurried. Returns 1 when it did.
llvm::Expected<unsigned> weigh_size(Compilation& c);

}  // namespace heddle::compiler
