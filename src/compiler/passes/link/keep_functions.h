// SPDX-License-Identifier: Apache-2.0
// KeepFunctions: the program's functions as a debugger shows them, in place of InlineFunctions.
//
// Needs: linked, specialised code that clang did not optimise. Guarantees: each function of the
// program is called where its source calls it. Functions of Heddle's own headers are part of the
// line that calls them, so that a step never ends in them. Byval arguments are gone: callees copy,
// and their debug information names the copy. What Heddle wraps around a kernel has no lines.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many calls of our own functions it inlined.
unsigned keep_functions(Compilation& c);

}  // namespace heddle::compiler
