// SPDX-License-Identifier: Apache-2.0
// UnrollRows: a loop in which each thread walks a row of its own takes several elements a round.
//
//     for (j = 0; j < k; ++j) sum += p[i * k + j];      lanes are k elements apart
//
// One element of 32 rows is a gather. Four elements of a row lie side by side: CombineAccesses
// makes them one access, and Widen transposes registers (widen_transposed.cpp).
//
// Needs: nothing. Guarantees nothing. Stands in front of CanonicaliseLoops, which brings the loop
// and the one for what is left into the form that others know. Leaves loops alone that store or
// call anything, whose count of rounds is not known when they begin, and, where a tool counts
// accesses, all.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many loops it unrolled.
unsigned unroll_rows(Compilation& c);

}  // namespace heddle::compiler
