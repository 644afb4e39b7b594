// SPDX-License-Identifier: Apache-2.0
// WeighSize: a kernel of so many instructions that to simplify it would use up the budget is
// compiled again thread by thread at once.
//
// Stands in front of Optimise, which takes five seconds for nests of loops of 40,000 instructions.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets Compilation::single_threads and hurried. Returns 1 when it did.
unsigned weigh_size(Compilation& c);

}  // namespace heddle::compiler
