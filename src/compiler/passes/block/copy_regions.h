// SPDX-License-Identifier: Apache-2.0
// CopyRegions: the code from each barrier to the next becomes a function of its own, so that the
// loop that runs it for all warps (warp_loops.h) holds nothing but the work, and what does not
// depend on the warp leaves the loop.
//
// Guarantees: Compilation::turns lists the regions. A kernel without barriers is one.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many copies it made.
unsigned copy_regions(Compilation& c);

}  // namespace heddle::compiler
