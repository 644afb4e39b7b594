// SPDX-License-Identifier: Apache-2.0
// JamWarps: one function that does for several warps, instruction by instruction, what a step
// function does for one.
//
//     x = load a[k]           x = load a[k]              the same for all warps: once
//     y = load b[warp][k]     y0 = load b[w][k]; y1 = load b[w + 1][k]
//     s += x * y              s0 += x * y0;      s1 += x * y1
//
// Warps between two barriers run in no particular order, so any order of a data-race free program's
// instructions will do that keeps each warp's own. What all warps load is loaded once, and the
// chains of dependent operations of several warps overlap. Where they write or read columns of a
// tile in shared memory, whose rows are their lanes, TransposeTiles makes vectors of those. What
// they all add to one place, they add as one sum.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Of each region where that is profitable (jam_choice.h): its step function becomes one of the
// warps warp .. warp + jam - 1, whose frames lie one behind the other. Returns of how many.
unsigned jam_warps(Compilation& c);

}  // namespace heddle::compiler
