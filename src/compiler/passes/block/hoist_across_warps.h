// SPDX-License-Identifier: Apache-2.0
// HoistAcrossWarps: vectors that each warp makes anew in a loop, all alike, of what lies in shared
// memory are made once, before the first warp runs.
//
//     for w: for k: s[w] += a[w][k] * column(b[k])          for k: t[k] = column(b[k])
//                                                    ->     for w: for k: s[w] += a[w][k] * t[k]
//
// Tiles in shared memory lie as the program's copies and the GPU's banks want them, not as lanes
// want them: the columns of a thread tile cost a warp more shuffles than multiplications.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// For regions of a block with plain barriers whose step function is called several times one after
// the other: it gets one more argument, the values, and `prepare` makes them. Returns how many
// vectors are made once.
unsigned hoist_across_warps(Compilation& c);

}  // namespace heddle::compiler
