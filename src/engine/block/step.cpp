// SPDX-License-Identifier: Apache-2.0
#include "engine/block/step.h"

#include "engine/block/barrier_fault.h"
#include "engine/block/block_runner.h"
#include "engine/block/warp_schedule.h"

namespace heddle::engine {

bool run_steps(BlockRunner& runner) {
  using Entry = std::uint32_t (*)(abi::BlockContext*, abi::WarpContext*);
  const auto entry = reinterpret_cast<Entry>(runner.grid().variant->entry);
  abi::BlockContext& block = runner.block;
  abi::WarpContext* const warps = runner.warps.data();
  for (std::uint32_t w = 0; w < block.warp_count; ++w) warps[w].resume_point = 0;
  BlockBarriers barriers(block, runner.cluster_barrier(), runner.opened_barriers());
  const bool good = run_warps(
      block, barriers, runner.random(),
      [&](std::uint32_t w) { return static_cast<abi::Suspend>(entry(&block, &warps[w])); },
      [](bool) {}, [&](std::uint32_t barrier) { return runner.wait_for_blocks(barrier); });
  if (!good) fail_at_barrier(runner, barriers);
  return good;
}

}  // namespace heddle::engine
