// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/few_workers.h"

#include <unistd.h>

#include <algorithm>

#include "engine/grid/grid.h"
#include "engine/stream/scheduler.h"

namespace heddle::engine {
namespace {

// Less is not worth waking anybody.
constexpr float kAloneNs = 12000;
// What each of several should have to do.
constexpr float kWorkerNs = 6000;
// So much of several may be mostly their coming and going.
constexpr float kDoubtfulNs = 200000;

}  // namespace

unsigned FewWorkers::worth(float nanoseconds, unsigned all) {
  if (nanoseconds == 0 || nanoseconds < -kDoubtfulNs) return all;
  if (nanoseconds < kAloneNs) return 1;
  return static_cast<unsigned>(std::min(nanoseconds / kWorkerNs, static_cast<float>(all)));
}

FewWorkers::FewWorkers(Grid& grid, unsigned all, std::vector<std::atomic<int>>& members)
    : grid_(grid), all_(all), members_(members) {
  since_begin_.start();
}

void FewWorkers::look() {
  if (asked_.load(std::memory_order_relaxed)) return;
  const auto taken = std::min(grid_.next.load(std::memory_order_relaxed), grid_.units);
  if (taken == grid_.units) return;
  // Of what was taken, most is done.
  const float whole =
      since_begin_.nanoseconds() * static_cast<float>(grid_.units) / static_cast<float>(taken);
  if (whole < 2 * kAloneNs || asked_.exchange(true)) return;
  if (grid_.workers.load(std::memory_order_relaxed) == 1)
    alone_ns_.store(whole, std::memory_order_relaxed);
  if (grid_.members.empty()) {  // the calling thread is the only one
    members_ = std::vector<std::atomic<int>>(all_);
    members_[0].store(gettid(), std::memory_order_relaxed);
    grid_.members = members_;
  }
  grid_.workers.store(all_, std::memory_order_relaxed);
  grid_.scheduler->ask_for_more(all_);
}

}  // namespace heddle::engine
