// SPDX-License-Identifier: Apache-2.0
// PrefetchNextRound: what a warp will load the next time that it comes through a region, with
// addresses that it makes of what it left in its frame (the next tile of a loop over tiles), is
// asked for when it has come through (prefetch_loads.h).
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets WarpRegion::next_round. Returns how many lines a call asks for, of all regions.
unsigned prefetch_next_round(Compilation& c);

}  // namespace heddle::compiler
