// SPDX-License-Identifier: Apache-2.0
// Host threads beyond those of the pool, for a grid whose blocks wait for each other: as on a GPU,
// where many blocks are resident, a block that waits must not keep the others from beginning.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace heddle::engine {

struct Grid;

class Helpers {
 public:
  static constexpr unsigned kMost = 1024;

  // `work(share)`: what a worker of `grid` does.
  Helpers(Grid& grid, std::function<void(unsigned)> work) : grid_(grid), work_(std::move(work)) {}
  // Waits for the blocks that the helpers run.
  ~Helpers();
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  // One more worker, if there are blocks that nobody has begun and the host has room for it. Called
  // by a worker whose block waits.
  void add();
  // Whether there are more workers than the pool's threads.
  bool any() const { return any_.load(std::memory_order_relaxed); }

 private:
  Grid& grid_;
  const std::function<void(unsigned)> work_;
  std::mutex mutex_;
  std::atomic<bool> any_{false};
  std::vector<std::thread> threads_;
};

}  // namespace heddle::engine
