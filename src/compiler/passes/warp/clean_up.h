// SPDX-License-Identifier: Apache-2.0
// CleanUp: LLVM's passes over the warps' code: inlining, common subexpressions, invariant code,
// dead blocks. Once behind Widen, and once when the entry point has its loops over warps and
// blocks.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

unsigned clean_up_warps(Compilation& c);
unsigned clean_up_entry_point(Compilation& c);

}  // namespace heddle::compiler
