// SPDX-License-Identifier: Apache-2.0
// ExpandMaskedAccesses: masked accesses that the CPU has no instruction for: elements of 8 and 16
// bits without AVX-512, all without AVX. LLVM makes a branch and two blocks of every lane of each,
// thousands in a large kernel, over which its later passes take quadratic time. Here each becomes
// one access when all lanes are active, and else a loop over those that are:
//
//     if (mask == all) v = *p; else for (lane in mask) v[lane] = p[lane];
//
// Masked gathers are expanded in the same way for CPUs that LLVM takes to be slow at them (all with
// AVX2 alone): a function with many of them takes the CPU's own gathers.
//
// Runs last: the passes above know masked accesses for what they are.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many it replaced.
unsigned expand_masked_accesses(Compilation& c);

}  // namespace heddle::compiler
