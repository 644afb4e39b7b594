// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/members.h"

#include <signal.h>
#include <unistd.h>

#include "engine/grid/grid.h"

namespace heddle::engine {
namespace {

void stop_all(const Grid& grid) {
  // One inside a call of the engine ignores the signal: ask again until all are out.
  for (bool any = true; any;) {
    any = false;
    for (const std::atomic<int>& member : grid.members) {
      const int thread = member.load(std::memory_order_acquire);
      if (!thread) continue;
      any = true;
      tgkill(getpid(), thread, kStopSignal);
    }
    if (any) usleep(200);
  }
}

}  // namespace

Member::Member(Grid& grid, unsigned share) : grid_(grid), share_(share) {
  if (!grid.members.empty()) grid.members[share].store(gettid(), std::memory_order_relaxed);
}

Member::~Member() {
  if (!grid_.members.empty()) grid_.members[share_].store(0, std::memory_order_release);
  if (grid_.failed.load(std::memory_order_acquire)) [[unlikely]]
    stop_all(grid_);
}

}  // namespace heddle::engine
