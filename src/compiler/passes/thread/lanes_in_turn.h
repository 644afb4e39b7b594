// SPDX-License-Identifier: Apache-2.0
// LanesInTurn: functions behind pointers whose code is that of a single thread. Kernels of either
// kind call them as warps (widener.h), so each becomes a loop over its lanes:
//
//   f(block, warp_context, warp, mask, lanes of the arguments...)
//     for each lane of the mask: result.lane = f.thread(block, its context, its arguments...)
//
// Needs: code of SingleThread. Functions whose threads meet or wait for each other (barriers, warp
// operations, volatile accesses, loops that wait) have to be warps, all of a module's together,
// since they may call each other.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many functions it made. Sets Compilation::keeps_warps instead where they have to be
// warps. Nothing of a kernel.
unsigned lanes_in_turn(Compilation& c);

}  // namespace heddle::compiler
