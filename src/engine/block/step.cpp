// SPDX-License-Identifier: Apache-2.0
// KernelMode::kStep: the kernel was split at its barriers, a suspended warp is a frame and a
// number.
#include "engine/block/warp_fiber.h"
#include "engine/block/warp_schedule.h"
#include "engine/launch/kernel_pc.h"
#include "engine/launch/worker.h"

namespace heddle::engine {

bool Worker::run_steps(const Variant& variant) {
  using Entry = std::uint32_t (*)(abi::BlockContext*, abi::WarpContext*);
  const auto entry = reinterpret_cast<Entry>(variant.entry);
  for (std::uint32_t w = 0; w < block.warp_count; ++w) warps[w].resume_point = 0;
  BlockBarriers barriers(block, cluster_barrier_);
  Random* random = grid_->schedule.shuffle ? &random_ : nullptr;
  const bool good = run_warps(
      block, barriers, random,
      [&](std::uint32_t w) { return static_cast<abi::Suspend>(entry(&block, &warps[w])); },
      [](bool) {}, [this](std::uint32_t barrier) { return wait_for_blocks(barrier); });
  if (!good) fail_at_barrier(barriers);
  return good;
}

void Worker::fail_at_barrier(const BlockBarriers& barriers) {
  Fault fault = fault_here(Fault::Kind::kBarrier);
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
  if (!waiting) return grid_->fail(fault);
  fault.warp = static_cast<std::uint32_t>(std::countr_zero(waiting));
  const Variant& variant = *grid_->variant;
  if (variant.mode == abi::KernelMode::kFiberWarp) {
    fault.kernel_pc =
        kernel_pc(*this, variant.code, 0, warp_fibers_[fault.warp].fiber.stack_pointer());
  } else if (variant.code.code->barrier_places && warps[fault.warp].resume_point != 0) {
    fault.place = variant.code.code->barrier_places[warps[fault.warp].resume_point - 1];
  }
  grid_->fail(fault);
}

}  // namespace heddle::engine
