// SPDX-License-Identifier: Apache-2.0
// Accesses that compiled code does not count alone (probes/counters.h): see the list in
// image/kernel_abi.h.
#include <bit>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"
#include "probes/counters.h"
#include "support/each_cpu.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::abi::kWarpSize;
using heddle::engine::BlockRunner;
using heddle::engine::HostThread;
namespace probes = heddle::probes;

namespace {

HEDDLE_FOR_EACH_CPU std::uint32_t lanes_within(std::span<const std::uint64_t, kWarpSize> addresses,
                                               std::uint64_t begin, std::uint64_t bytes) {
  std::uint32_t result = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    result |= std::uint32_t{addresses[lane] - begin < bytes} << lane;
  }
  return result;
}

template <class Holds>
std::uint32_t lanes_where(std::uint32_t active, Holds holds) {
  std::uint32_t result = 0;
  for (std::uint32_t rest = active; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (holds(lane)) result |= 1u << lane;
  }
  return result;
}

void find_places(probes::CountedAccess& event, const BlockContext& block,
                 const BlockRunner& runner) {
  const auto space = event.site.space;
  const auto& addresses = event.addresses;
  if (space == probes::Space::kShared) event.shared = event.active;
  if (space == probes::Space::kLocal) event.local = event.active;
  if (space != probes::Space::kGeneric) return;
  const auto begin = reinterpret_cast<std::uint64_t>(block.shared);
  const auto bytes = event.block.shared.size();
  event.shared = event.active & lanes_within(addresses, begin, bytes);
  auto others = event.active & ~event.shared;
  if (block.cluster_size > 1) {
    const auto cluster = reinterpret_cast<std::uint64_t>(block.cluster_shared);
    const auto all = std::uint64_t{block.cluster_size} << block.cluster_shift;
    event.remote = others & lanes_within(addresses, cluster, all);
    others &= ~event.remote;
  }
  event.local =
      lanes_where(others, [&](unsigned lane) { return runner.is_local(addresses[lane]); });
}

void tell(BlockContext* block, std::uint32_t warp, const probes::Counted* counted,
          std::uint32_t active, const std::uint64_t (&addresses)[kWarpSize],
          const probes::Rows* rows) {
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  const HostThread::Listening listening(runner.host_thread());
  auto* words = block->counters + counted->word;
  probes::CountedAccess event{{*counted->site, runner.block_told(), warp, active},
                              *counted,
                              *reinterpret_cast<probes::AccessCounter*>(words),
                              std::span(addresses),
                              rows != nullptr,
                              rows ? *rows : probes::Rows{},
                              0,
                              0,
                              0};
  find_places(event, *block, runner);
  runner.grid().listeners->tell(probes::Event::kCount,
                                [&](probes::Listener& listener) { listener.count(event); });
}

bool counts(const BlockContext* block, std::uint32_t active) {
  return block->counters && active != 0;
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
  tell(block, warp, counted, active, addresses, &rows);
}

HEDDLE_RT void heddle_rt_count_lanes(BlockContext* block, std::uint32_t warp,
                                     const probes::Counted* counted, std::uint32_t active,
                                     const std::uint64_t (*addresses)[kWarpSize]) {
  if (!counts(block, active)) return;
  tell(block, warp, counted, active, *addresses, nullptr);
}
