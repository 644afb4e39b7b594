// SPDX-License-Identifier: Apache-2.0
// LetLanesPass: lanes that wait for others of their warp let them run on.
//
// In linearised code all lanes of a loop go round until all have left it. Lanes that wait for what
// those do that have left (analysis/lanes_that_wait.h) would wait for ever. So they go round by way
// of a place further on, which all lanes come to:
//
//   loop: if (locked) goto loop;          again: if (locked) goto meet;
//   while it is theirs                    while it is theirs
//   meet:                                 meet:  if (a lane waits) goto again;
//
// A lane that leaves the loop runs on to that place while the others wait. The place is the next
// barrier of all lanes, an operation that names all lanes (__shfl_sync(~0u, ...)), a matrix
// instruction, else the end of the kernel (stretches.h). Each loop between that waits for anything
// goes round so: whatever a lane waits for there, the others of its warp have done what they can.
// Where the place lies outside of loops that are around, lanes come back to where they were:
//
//   again: switch (where) { case none: from the beginning; case 1: goto loop_1; ... }
//
// An operation of some lanes between (of a tile, of those that a ballot has found) is a place to
// wait, too: each lane stays in front of it until all members are there that are on their way.
//
//   again: going = __activemask(); ...
//   check: if (members & going & ~__activemask()) { where = check; goto meet; }
//          x = __shfl_sync(members, ...);
//
// Not in kernels with more than twelve waiting loops or eight such operations, nor where lanes hold
// many values at these places (each becomes a vector for each way back), and not where
// another barrier stands between, or a call of a function in which lanes meet or wait: it would
// meet a part of its lanes. (A vote that only says who votes the next time is left out: CUB's radix
// sort looks back like that.) Such a kernel runs thread by thread
// (passes/thread/thread_by_thread.h).
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Named metadata of a module whose kernel is so: its threads are not in step (keep_in_step.h).
inline constexpr llvm::StringLiteral kLanesPass = "heddle.lanes.pass";
// Metadata of the instructions that this takes: none of the program's, so no tool counts them.
inline constexpr llvm::StringLiteral kUncounted = "heddle.uncounted";

// Behind InsertYields, whose yields say which loops wait. Clears c.lanes_wait where it could do all
// that is needed. Returns for how many loops.
unsigned let_lanes_pass(Compilation& c);

}  // namespace heddle::compiler
