// SPDX-License-Identifier: Apache-2.0
// EmitEntryPoint: the entry point that the engine calls.
//
//   kBlock       void entry(block, count) runs `count` blocks of a row, in each the warps one after
//                                         another, or the threads (threads_in_turn.h)
//   kStep        u32 entry(block, warp)   one step of one warp
//   kFiberWarp   void entry(block, warp)  one warp, suspending through heddle_rt_barrier
//
// A code module (no kernel) instead exports its device functions under their own names.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets Compilation::entry_point, which a code module has not.
unsigned emit_entry_point(Compilation& c);

}  // namespace heddle::compiler
