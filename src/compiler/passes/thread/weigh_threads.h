// SPDX-License-Identifier: Apache-2.0
// WeighThreads: hurried code of single threads that would take too long to be simplified and
// generated gets neither: common subexpressions only, and code generation that does not optimise.
//
// Needs: the code of SingleThread. Stands in front of CleanUpEntryPoint, which takes half as long
// as code generation.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets Compilation::quick_code. Returns 1 when it did.
unsigned weigh_threads(Compilation& c);

}  // namespace heddle::compiler
