// SPDX-License-Identifier: Apache-2.0
// InsertYields: lets what a loop waits for happen.
//
// On a GPU every thread makes progress; here a warp, or a whole block, runs until it suspends. Each
// waiting loop (analysis/waiting_loops.h) gets a heddle.yield on its way round, at which the engine
// runs other warps and, where the whole block waits, other blocks. One that may wait and does more
// yields every so often (heddle.yield.at.times).
//
// A heddle.progress marks where a thread in such a loop does more than wait. The engine tells by it
// a wait that cannot end (engine/grid/deadlock.h).
//
// Lanes of one warp cannot overtake each other in linearised code. The yields of loops in which
// they wait for each other are marked: LetLanesPass and ThreadByThread see to them.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Metadata: WaitingLoop::AmongLanes, kYes and kMaybe.
inline constexpr llvm::StringLiteral kAmongLanes = "heddle.among.lanes";
inline constexpr llvm::StringLiteral kMaybeAmongLanes = "heddle.maybe.among.lanes";

// After canonicalise. Sets c.lanes_wait, c.calls_pointers and c.stands_alone.
llvm::Error insert_yields(Compilation& c);

// Whether a function of the program, as it was read, has a loop that could wait: then it is worth
// asking whether lanes wait for each other in functions that a kernel calls through pointers.
bool may_wait_behind_pointers(const llvm::Module& module);

// For single threads, of which any loop with a poll in it may wait for any other.
llvm::Error insert_yields_anywhere(Compilation& c);

}  // namespace heddle::compiler
