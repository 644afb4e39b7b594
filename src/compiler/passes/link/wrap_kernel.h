// SPDX-License-Identifier: Apache-2.0
// WrapKernel: makes the kernel a function without arguments that loads its parameters from the
// BlockContext, and drops what it does not reach.
//
// Guarantees: the wrapper is Compilation::body; every function is internal and has C's calling
// convention. In a code module, the functions that are pointed to are Compilation::pointed_to.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

void wrap_kernel(Compilation& c);

}  // namespace heddle::compiler
