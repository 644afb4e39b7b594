// SPDX-License-Identifier: Apache-2.0
// KeepInStep: a volatile access is a promise that lanes of a warp see each other's in the order of
// the program, without a barrier. As vectors they do, since all lanes make one access before any
// makes the next. Threads that run one by one wait for each other in front of each such access, and
// in front of each question who is active (__activemask, cg::coalesced_threads), whose answer is
// then the same. In the slow reference they do so for this question alone: its lanes may wait for
// each other in other loops.
//
//   in.step(3)            places are numbered in the order in which vectors would come to them;
//   store volatile        the engine lets the lanes at the earliest place go on, when none of the
//                         warp's lanes can come there any more (ReferenceBlock::finish_in_step)
//
// So lanes that take another branch, or have left a loop, wait for the others as they would under a
// mask. The end of a loop's round is a place too. A loop that only waits for other threads has none
// in it: lanes that wait for each other there never become single threads by the budget.
//
// Memory of the thread's own is seen by nobody else.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns the number of places. Where a function that stays a call has one, or loops have several
// entries, there is no such order: it sets Compilation::keeps_warps instead, and the
// kernel is compiled as vectors again.
unsigned keep_in_step(Compilation& c);

// Whether it is such an access.
bool other_lanes_see(const llvm::Instruction& i);

// Whether there are places, and loops: in any of them, also in one without a place (a lock), lanes
// of a warp may wait for each other, which is known behind InsertYields.
bool has_loops_in_step(llvm::Module& module);

}  // namespace heddle::compiler
