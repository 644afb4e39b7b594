// SPDX-License-Identifier: Apache-2.0
// ChooseBarrierMode: says how warps of this kernel wait at barriers: not at all (kBlock), by
// returning (kStep), or on fibers (kFiberWarp), for which it names what suspends one.
//
// Needs: warps' code. SplitForWarpLoops may do better than kStep.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets Compilation::mode and waits.
unsigned choose_barrier_mode(Compilation& c);

}  // namespace heddle::compiler
