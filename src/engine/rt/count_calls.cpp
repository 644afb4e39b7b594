// SPDX-License-Identifier: Apache-2.0
// Accesses that compiled code does not count alone (probes/counters.h): see the list in
// image/kernel_abi.h.
#include "engine/block/block_runner.h"
#include "engine/block/tell_counted.h"
#include "engine/block/thread_counts.h"
#include "probes/counters.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::abi::kWarpSize;
using heddle::engine::BlockRunner;
using heddle::engine::tell_counted;
namespace probes = heddle::probes;

namespace {

bool counts(const BlockContext* block, std::uint32_t active) {
  return block->counters && active != 0;
}

heddle::engine::ThreadCounts* of_threads(const BlockContext* block) {
  return block->counters ? &static_cast<BlockRunner*>(block->engine)->thread_counts() : nullptr;
}

}  // namespace

HEDDLE_RT void heddle_rt_count_rows(BlockContext* block, std::uint32_t warp,
                                    const probes::Counted* counted, std::uint32_t active,
                                    std::uint64_t first, std::int64_t stride, std::int64_t pitch,
                                    std::uint32_t width_log2) {
  if (!counts(block, active)) return;
  const probes::Rows rows{first, stride, pitch, width_log2};
  // The rows say all where code could have counted alone.
  std::uint64_t addresses[kWarpSize] = {};
  if (counted->phases == 0) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) addresses[lane] = rows.at(lane);
  }
  tell_counted(*block, warp, *counted, active, addresses, &rows);
}

HEDDLE_RT void heddle_rt_count_lanes(BlockContext* block, std::uint32_t warp,
                                     const probes::Counted* counted, std::uint32_t active,
                                     const std::uint64_t (*addresses)[kWarpSize]) {
  if (!counts(block, active)) return;
  tell_counted(*block, warp, *counted, active, *addresses, nullptr);
}

HEDDLE_RT void heddle_rt_count_block_of_thread(BlockContext* block, std::uint32_t warp,
                                               std::uint32_t lane, std::uint32_t word) {
  if (auto* counts = of_threads(block)) counts->block(warp, lane, word);
}

HEDDLE_RT void heddle_rt_count_branch_of_thread(BlockContext* block, std::uint32_t warp,
                                                std::uint32_t lane, std::uint32_t word,
                                                std::uint32_t taken) {
  if (auto* counts = of_threads(block)) counts->branch(warp, lane, word, taken != 0);
}

HEDDLE_RT void heddle_rt_count_access_of_thread(BlockContext* block, std::uint32_t warp,
                                                std::uint32_t lane, const probes::Counted* counted,
                                                std::uint64_t address) {
  if (auto* counts = of_threads(block)) counts->access(warp, lane, *counted, address);
}
