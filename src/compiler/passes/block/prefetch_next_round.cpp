// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/prefetch_next_round.h"

#include "compiler/passes/block/prefetch_loads.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

static constexpr unsigned kMaxLinesOfRound = 32;

static unsigned prefetch(WarpRegion& region) {
  auto& step = *region.step;
  PrefetchLoads loads(step, PrefetchLoads::Known::kInTheFrame, kMaxLinesOfRound);
  // What does not change from round to round need not be asked for again.
  SmallSet<std::int64_t, 8> written;
  for (auto& instruction : instructions(step)) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    if (!store) continue;
    if (const auto offset = frame_offset(store->getPointerOperand(), step)) written.insert(*offset);
  }
  const bool changes = any_of(loads.slice(), [&](Instruction* instruction) {
    auto* load = dyn_cast<LoadInst>(instruction);
    const auto offset = load ? frame_offset(load->getPointerOperand(), step) : std::nullopt;
    return offset && written.contains(*offset);
  });
  if (!changes) return 0;
  region.next_round =
      loads.make(kFirstCache, [](IRBuilder<>&, Instruction& copy) { return &copy; });
  return loads.lines();
}

unsigned prefetch_next_round(Compilation& c) {
  if (!c.warp_loops) return 0;
  unsigned lines = 0;
  for (auto& region : c.turns.regions) lines += prefetch(region);
  return lines;
}

}  // namespace heddle::compiler
