// SPDX-License-Identifier: Apache-2.0
// Loops that cannot end, or may not, by what they do themselves: they wait until another thread
// writes.
//
// A loop only waits when each of its exits depends on a memory operation in the loop that would
// answer the same for ever if nobody else wrote (a poll), and on nothing else that changes from
// round to round. Polls, all at an address that the loop does not change:
//
//   volatile and atomic loads; plain loads in a loop with a fence or a nanosleep, or with writes
//     that may meet them, as far as a compiler can tell: these are read anew in each round
//   atomicCAS with an expected value that the loop does not change (a lock; not the usual retry
//   with the value just seen, where each failure means that another thread has made progress)
//   the phase of an mbarrier
//   other atomics that change nothing the second time (exchange, and, or, max, add of zero ...)
//
// In a loop with a barrier a value that was stored in the loop counts as what was stored: where
// thread 0 polls for its block, the block waits. Any other loop may wait when its exits hang on
// what others write (observed_exits.h): it computes, writes, counts its attempts. `while
// (atomicAdd(&next, 1) < n)` does not.
#pragma once

#include <optional>
#include <vector>

#include "compiler/analysis/shape_analysis.h"
#include "llvm/Analysis/LoopInfo.h"

namespace heddle::compiler {

struct WaitingLoop {
  llvm::Loop* loop;
  bool only_waits;
  // Whether lanes of one warp wait for each other here (lanes_that_wait.h), or only for other
  // warps. Maybe: most loops like it do not wait at all. They look at memory by plain loads that
  // they may change themselves, or walk through a structure to its end.
  enum class AmongLanes { kNo, kMaybe, kYes } among_lanes;
  // Of one that only waits: where a thread does more than wait in a round of the loop: its stores,
  // atomic operations that are no polls, calls that write.
  std::vector<llvm::Instruction*> effects;
};

// Needs canonical loops. `is_kernel`: who leaves the function does nothing more.
std::vector<WaitingLoop> find_waiting_loops(llvm::LoopInfo& loops,
                                            const llvm::DominatorTree& dominators,
                                            const llvm::PostDominatorTree& post_dominators,
                                            const ShapeAnalysis& shapes, bool is_kernel);

// The effects of a loop that only waits, none for another one. Takes any loop.
std::optional<std::vector<llvm::Instruction*>> effects_of_waiting_loop(const llvm::Loop& loop);

// Whether `instruction` could be a loop's poll, without a look at the loop. Does not say no where
// find_waiting_loops() says yes.
bool may_poll(const llvm::Instruction& instruction);

}  // namespace heddle::compiler
