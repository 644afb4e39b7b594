// SPDX-License-Identifier: Apache-2.0
// Linearise: removes divergent branches.
//
//       A: br c                       A: (c diverges)
//      /        \                     |
//     B          C          ->        B, if any lane takes it, under mask m & c
//      \        /                     |
//          D                          C, if any lane takes it, under mask m & !c
//                                     |
//                                     D, under A's mask again
//
// Needs: reducible loops in LCSSA form with preheaders and one latch each, one return block, only
// `br` and `ret` terminators. Stands after all scalar optimisation: what it makes means "every lane
// walks the same path; lanes outside the mask are to be ignored", and only passes that know the
// markers may move memory operations afterwards.
// Guarantees: every branch condition is uniform; each block begins under a heddle.mask marker that
// says which lanes run it; a block is entered only when some lane runs it; loop phis stay phis, and
// phis of joins are selects on the masks of the edges.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Places a marker at the entry even of a function without divergent branches. Returns how many
// functions it went through.
unsigned linearise(Compilation& c);

}  // namespace heddle::compiler
