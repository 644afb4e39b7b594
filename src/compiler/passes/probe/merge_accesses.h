// SPDX-License-Identifier: Apache-2.0
// MergeAccesses: adjacent loads (stores) of one thread become one, where a GPU's compiler would
// make one instruction of them: LLVM's load-store vectoriser with the rules of NVPTX (16 bytes,
// aligned), without the wide gaps that ptxas opens again (see split_masked_accesses.h).
//
// Needs: memory intrinsics lowered. Keeps the canonical form: no block changes.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Where a tool asks for accesses. Returns how many functions it changed.
llvm::Expected<unsigned> merge_accesses(Compilation& c);

}  // namespace heddle::compiler
