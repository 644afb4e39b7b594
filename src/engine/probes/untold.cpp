// SPDX-License-Identifier: Apache-2.0
#include "engine/probes/untold.h"

#include <algorithm>
#include <utility>

namespace heddle::engine {
namespace {

struct Workers {
  std::mutex mutex;
  std::vector<Untold*> all;
};
Workers& workers() {
  static auto* all = new Workers;  // workers may end after this file's variables
  return *all;
}

}  // namespace

QuietOfLaunches::Ids QuietOfLaunches::begin(std::uint32_t sites) {
  using probes::QuietLines;
  const std::lock_guard lock(mutex_);
  if (!lines_) lines_ = std::make_unique<QuietLines>();
  // In steps of the ways, so that a site has the same way everywhere.
  const std::uint32_t ids =
      std::min(sites, QuietLines::kMostSites) / QuietLines::kWays * QuietLines::kWays +
      QuietLines::kWays;
  if (next_ + ids > QuietLines::kMostIds && running_ == 0) {
    lines_->clear();
    next_ = QuietLines::kMostSites;
  }
  ++running_;
  if (next_ + ids > QuietLines::kMostIds) return {lines_.get(), 0};
  return {lines_.get(), std::exchange(next_, next_ + ids)};
}

void QuietOfLaunches::end() {
  const std::lock_guard lock(mutex_);
  --running_;
}

QuietOfLaunches& quiet_of_launches() {
  static auto* one = new QuietOfLaunches;
  return *one;
}

std::atomic<std::uint64_t> Untold::time_{0};

Untold::Untold() : quiet_(std::make_unique<probes::QuietLines>()) {
  const std::lock_guard lock(workers().mutex);
  workers().all.push_back(this);
}

Untold::~Untold() {
  const std::lock_guard lock(workers().mutex);
  std::erase(workers().all, this);
}

void Untold::close() {
  for (auto& range : ranges_) {
    std::atomic_ref(range.calm_bytes).store(0, std::memory_order_relaxed);
    std::atomic_ref(range.quiet_bytes).store(0, std::memory_order_relaxed);
    std::atomic_ref(range.noted_bytes).store(0, std::memory_order_relaxed);
  }
}

void Untold::fall_out_of_step() {
  in_step_ = false;
  close();
}

void Untold::begin_launch() {
  close();
}

void Untold::open(std::uint32_t site, const abi::UntoldRange& range, std::uint64_t asked) {
  auto& known = ranges_[site];
  if (known.begin == range.begin && known.calm_bytes == range.calm_bytes &&
      known.quiet_bytes == range.quiet_bytes && known.noted_bytes == range.noted_bytes) {
    return;
  }
  std::atomic_ref calm(known.calm_bytes), quiet(known.quiet_bytes), noted(known.noted_bytes);
  known.begin = range.begin;
  calm.store(range.calm_bytes, std::memory_order_seq_cst);
  quiet.store(range.quiet_bytes, std::memory_order_seq_cst);
  noted.store(range.noted_bytes, std::memory_order_seq_cst);
  if (time_.load(std::memory_order_seq_cst) != asked) {
    calm.store(0, std::memory_order_relaxed);
    quiet.store(0, std::memory_order_relaxed);
    noted.store(0, std::memory_order_relaxed);
  }
}

void Untold::close_all() {
  time_.fetch_add(1, std::memory_order_seq_cst);
  const std::lock_guard lock(workers().mutex);
  for (auto* worker : workers().all) worker->close();
}

}  // namespace heddle::engine
