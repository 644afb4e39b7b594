// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/copy_regions.h"

#include "compiler/passes/block/split_at_barriers.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::compiler {

using namespace llvm;

// Copies of a large function with many barriers would take long to compile for no gain: what is
// done with several warps at once is done to small copies only. Where no warp goes another way the
// function itself is not needed any more, so that its copies cost less.
static constexpr unsigned kMaxCopiedInstructions = 6000, kMaxCopiedOneWay = 20'000;

// How large the copies of all states would be.
static unsigned copied_instructions(Function& function) {
  unsigned sum = 0;
  for (auto* start : successors(&function.getEntryBlock())) {
    for (auto* block : depth_first(start)) sum += block->size();
  }
  return sum;
}

unsigned copy_regions(Compilation& c) {
  if (c.mode != abi::KernelMode::kBlock || !c.full_warp) return 0;
  c.turns.warps = full_warps(*c.request.block);
  if (!c.warp_loops) {
    c.turns.regions.emplace_back(c.full_warp);
    return 0;
  }
  c.turns.frame_bytes = c.frame_bytes;
  const auto copied = copied_instructions(*c.full_warp);
  if (copied >= (c.one_way ? kMaxCopiedOneWay : kMaxCopiedInstructions)) {
    c.log.note_given_up(formatv("a copy for each barrier ({0} instructions)", copied));
    return 0;
  }
  for (unsigned k = 0; k < c.full_states; ++k) {
    c.turns.regions.emplace_back(from_state(*c.full_warp, k));
  }
  return c.full_states;
}

}  // namespace heddle::compiler
