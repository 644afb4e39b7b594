// SPDX-License-Identifier: Apache-2.0
// Names by which profilers, debuggers and stack traces show a kernel's machine code.
#pragma once

#include "compiler/compilation.h"

namespace heddle::jit {

// Passes call the code that runs a block, and what the engine calls, the same in all kernels. The
// object has the kernel's own name for them: `_Z3addPf` for the block, `_Z3addPf.entry` and
// `_Z3addPf.flushing` for the functions around it, which demanglers show as "add(float*) [clone
// .entry]". They stay local symbols: no other object can mean them. Code for
// debuggers (-G) is left as it is.
void name_after_kernel(compiler::Compilation& c);

}  // namespace heddle::jit
