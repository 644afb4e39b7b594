// SPDX-License-Identifier: Apache-2.0
#include "engine/block/opened_barriers.h"

#include <span>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"

namespace heddle::engine {

void OpenedBarriers::open(std::uint32_t id, std::uint32_t threads) {
  auto& lanes = arrived_[id];
  const probes::Opened event{
      runner_.block_told(), id, threads,
      std::span<const std::uint32_t>(lanes.data(), runner_.block.warp_count)};
  {
    const HostThread::Listening listening(runner_.host_thread());
    runner_.grid().listeners->tell(probes::Event::kOpened,
                                   [&](probes::Listener& l) { l.opened(event); });
  }
  if (id == 0 && threads == 0) runner_.untold().opened();
  lanes = {};
  some_ &= ~(std::uint64_t{1} << id);
}

}  // namespace heddle::engine
