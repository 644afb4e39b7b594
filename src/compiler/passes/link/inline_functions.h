// SPDX-License-Identifier: Apache-2.0
// InlineFunctions: makes the kernel one function, as far as possible.
//
// Needs: linked, specialised code. Guarantees: calls of defined functions are left only where the
// callee is recursive, or too large to be copied once more, or counted as such by a tool
// (probe/counted_functions.h), or one of many texture lookups for all kinds
// of objects (devicelib/texture_lookups.cu); functions whose address is taken stay
// (they are called through pointers), and none of the others do. Byval arguments are gone: callers
// copy.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many calls it inlined.
unsigned inline_functions(Compilation& c);

}  // namespace heddle::compiler
