// SPDX-License-Identifier: Apache-2.0
// ExpandMaskedAccesses: masked accesses that the CPU has no instruction for: elements of 8 and 16
// bits without AVX-512, all without AVX. LLVM makes a branch and two blocks of every lane of each,
// thousands in a large kernel, over which its later passes take quadratic time. Here each becomes
// one access, or a loop over the active lanes:
//
//     if (mask == all || (any(mask) && the vector lies in one page)) v = *p;
//     else for (lane in mask) v[lane] = p[lane];
//
//     if (mask == all) *p = v;
//     else { words all of whose lanes are active: vpmaskmovd; for (lane in the rest) p[lane] =
//     v[lane]; }
//
// A load may read what lies beside an active lane: it is in the same page, and nobody uses it. A
// store must not write there: another thread may own it.
//
// Masked stores of words (vpmaskmovd) ask first whether all lanes store: AMD's Zen 4 takes some
// 12 cycles for one, whatever its mask says (bench-lanes).
//
// Masked gathers LLVM expands in the same way for CPUs that it takes to be slow at them (all with
// AVX2 alone). A gather instruction is faster than a branch for each lane, so a function with some
// takes the CPU's own. Where all lanes load, there are no branches, and lane by lane is as fast or
// faster.
//
// Runs last: the passes above know masked accesses for what they are.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many it replaced.
unsigned expand_masked_accesses(Compilation& c);

}  // namespace heddle::compiler
