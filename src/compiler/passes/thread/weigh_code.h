// SPDX-License-Identifier: Apache-2.0
// WeighCode: finished code that would take longer to generate than the budget allows. Vectors: the
// kernel is compiled again thread by thread (weigh_kernel.h). Single threads, whether for that or
// since their lanes wait for each other, and vectors that have to stay such: code generation that
// hardly optimises. Not the slow reference.
//
// Needs: the code as LLVM's code generation gets it, with its description.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Sets Compilation::single_threads and hurried, or quick_code. Returns 1 when it did.
llvm::Expected<unsigned> weigh_code(Compilation& c);

}  // namespace heddle::compiler
