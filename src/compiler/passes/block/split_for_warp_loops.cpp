// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/split_for_warp_loops.h"

#include "compiler/analysis/warp_variance.h"
#include "compiler/passes/block/split_at_barriers.h"
#include "llvm/IR/Instructions.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

// All frames of a block lie on the worker's stack: large local arrays do not suit this way.
static constexpr std::uint64_t kMaxObjectBytes = 256 * 1024;

static std::uint64_t object_bytes(Function& function) {
  std::uint64_t bytes = 0;
  for (auto& instruction : function.getEntryBlock()) {
    if (auto* object = dyn_cast<AllocaInst>(&instruction)) {
      bytes += object->getAllocationSize(function.getDataLayout())->getFixedValue();
    }
  }
  return bytes;
}

unsigned split_for_warp_loops(Compilation& c) {
  if (c.mode != abi::KernelMode::kStep) return 0;
  // Who wants to know of barriers that open is told by the engine, which then has to see them.
  if (c.request.probes && probes::has(c.request.probe_mask, probes::Event::kOpened)) return 0;
  const auto partial = last_warp_lanes(*c.request.block);
  Function *full = c.full_warp, *last = c.last_warp;
  if (full && !has_plain_barriers(*full, ~0u)) return 0;
  if (last && !has_plain_barriers(*last, (1u << partial) - 1)) return 0;
  const auto warps = full_warps(*c.request.block) + 1;
  for (auto* function : {full, last}) {
    if (function && object_bytes(*function) * warps > kMaxObjectBytes) return 0;
  }
  c.one_way = full && take_one_way(*full);
  const auto split = [&](FunctionHandle& warp) {
    if (!warp) return 0u;
    const auto step = split_at_plain_barriers(*warp);
    c.frame_bytes = std::max(c.frame_bytes, step.frame_bytes);
    warp->eraseFromParent();
    warp = step.function;
    return step.states;
  };
  c.full_states = split(c.full_warp);
  split(c.last_warp);
  c.frame_bytes = std::max<std::uint32_t>(c.frame_bytes, abi::kVectorAlign);
  c.warp_loops = true;
  c.mode = abi::KernelMode::kBlock;
  return (full ? 1 : 0) + (last ? 1 : 0);
}

}  // namespace heddle::compiler
