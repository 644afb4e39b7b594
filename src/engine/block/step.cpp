// SPDX-License-Identifier: Apache-2.0
// KernelMode::kStep: the kernel was split at its barriers, a suspended warp is a frame and a
// number.
#include "engine/block/warp_schedule.h"
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
  fault.has_warp = false;
  fault.waiting = barriers.live;
  fault.barrier = barriers.open ? static_cast<std::uint32_t>(std::countr_zero(barriers.open))
                                : abi::kClusterBarrier;
  grid_->fail(fault);
}

}  // namespace heddle::engine
