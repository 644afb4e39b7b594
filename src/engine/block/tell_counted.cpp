// SPDX-License-Identifier: Apache-2.0
#include "engine/block/tell_counted.h"

#include <bit>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"
#include "support/each_cpu.h"

namespace heddle::engine {

using abi::BlockContext;
using abi::kWarpSize;

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

// The words of the table that `counted` is in. Null: the launch has none.
std::uint64_t* words_of(const BlockContext& block, const probes::Counted& counted) {
  if (!counted.first_word) return block.counters;
  const auto& head = reinterpret_cast<const abi::CounterHead*>(block.counters)[-1];
  const auto first = *counted.first_word;
  return first < head.function_words ? block.counters + head.kernel_words + first : nullptr;
}

}  // namespace

void tell_counted(BlockContext& block, std::uint32_t warp, const probes::Counted& counted,
                  std::uint32_t active, const std::uint64_t (&addresses)[kWarpSize],
                  const probes::Rows* rows) {
  auto* words = words_of(block, counted);
  if (!words) return;
  words += counted.word;
  BlockRunner& runner = *static_cast<BlockRunner*>(block.engine);
  const HostThread::Listening listening(runner.host_thread());
  probes::CountedAccess event{{*counted.site, runner.block_told(), warp, active},
                              counted,
                              *reinterpret_cast<probes::AccessCounter*>(words),
                              std::span(addresses),
                              rows != nullptr,
                              rows ? *rows : probes::Rows{},
                              0,
                              0,
                              0};
  find_places(event, block, runner);
  runner.grid().listeners->tell(probes::Event::kCount,
                                [&](probes::Listener& listener) { listener.count(event); });
}

}  // namespace heddle::engine
