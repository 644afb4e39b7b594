// SPDX-License-Identifier: Apache-2.0
#include "engine/block/barrier_fault.h"

#include <bit>

#include "engine/block/block_runner.h"
#include "engine/block/kernel_pc.h"
#include "engine/block/warp_schedule.h"

namespace heddle::engine {

void fail_at_barrier(BlockRunner& runner, const BlockBarriers& barriers) {
  Fault fault = runner.fault_here(Fault::Kind::kBarrier);
  fault.waiting = barriers.live;
  std::uint32_t waiting = barriers.at_cluster;
  fault.barrier = abi::kClusterBarrier;
  for (std::uint64_t rest = barriers.open; rest; rest &= rest - 1) {
    const auto id = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (!barriers.waiting[id]) continue;
    waiting = barriers.waiting[id];
    fault.barrier = id;
    break;
  }
  fault.has_warp = waiting != 0;
  if (!waiting) return runner.grid().fail(fault);
  fault.warp = static_cast<std::uint32_t>(std::countr_zero(waiting));
  const Variant& variant = *runner.grid().variant;
  const abi::WarpContext& warp = runner.warps[fault.warp];
  if (variant.mode == abi::KernelMode::kFiberWarp) {
    fault.kernel_pc =
        kernel_pc(runner, variant.code, 0, runner.warp_fiber(fault.warp).fiber.stack_pointer());
  } else if (variant.code.code->barrier_places && warp.resume_point != 0) {
    fault.place = variant.code.code->barrier_places[warp.resume_point - 1];
  }
  runner.grid().fail(fault);
}

}  // namespace heddle::engine
