// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/pool.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "engine/launch/helpers.h"
#include "engine/launch/worker.h"

namespace heddle::engine {
namespace {

// Waking sleeping threads costs microseconds: a grid that takes less runs in its caller.
constexpr float kWorthWakingNs = 12000;

using Clock = std::chrono::steady_clock;

}  // namespace

struct Pool::Arena {
  explicit Arena(unsigned threads)
      : control(tbb::global_control::max_allowed_parallelism, threads),
        arena(static_cast<int>(threads)) {}
  tbb::global_control control;
  tbb::task_arena arena;
};

Pool::Pool(unsigned threads) : threads_(threads) {
  if (threads > 1) arena_ = std::make_unique<Arena>(threads);
}

Pool::~Pool() = default;

void Pool::run(Grid& grid) {
  const float block_ns = grid.variant->block_ns.load(std::memory_order_relaxed);
  const auto total = static_cast<float>(grid.total);
  const bool small = block_ns > 0 && block_ns * total < kWorthWakingNs;
  const auto begin = Clock::now();
  if (grid.cooperative) {
    run_cooperative(grid);
  } else if (grid.variant->waits) {
    run_waiting(grid);
  } else if (threads_ == 1 || grid.total == 1 || small) {
    grid.workers = 1;
    Worker::current().run(grid, 0);
  } else {
    run_parallel(grid);
  }
  const std::chrono::duration<float, std::nano> time = Clock::now() - begin;
  // Of a parallel run the time of all workers together, of which waking them up is a part: a wrong
  // guess is corrected by the serial run that follows it.
  const float seen = std::max(time.count() * static_cast<float>(grid.workers) / total, 1e-3f);
  grid.variant->block_ns.store(
      grid.workers > 1 && block_ns > 0 ? std::min(seen, 2 * block_ns) : seen,
      std::memory_order_relaxed);
}

void Pool::run_parallel(Grid& grid) {
  grid.workers = static_cast<unsigned>(std::min<std::uint64_t>(threads_, grid.total));
  std::vector<std::atomic<int>> members(grid.workers);
  grid.members = members;
  in_parallel(grid, [&grid](unsigned share) { Worker::current().run(grid, share); });
  grid.members = {};
}

void Pool::run_waiting(Grid& grid) {
  grid.workers = static_cast<unsigned>(std::min<std::uint64_t>(threads_, grid.total));
  std::vector<std::atomic<int>> members(grid.workers + Helpers::kMost);
  grid.members = members;
  {
    Helpers helpers(grid);
    grid.helpers = &helpers;
    if (grid.workers == 1) {
      Worker::current().run(grid, 0);
    } else {
      in_parallel(grid, [&grid](unsigned share) { Worker::current().run(grid, share); });
    }
  }
  grid.helpers = nullptr;
  grid.members = {};
}

void Pool::run_cooperative(Grid& grid) {
  grid.workers = static_cast<unsigned>(std::min<std::uint64_t>(threads_, grid.total));
  std::vector<std::atomic<int>> members(grid.workers);
  grid.members = members;
  {
    Residents residents(grid, residents_);
    if (grid.workers == 1) {
      residents.work(0);
    } else {
      in_parallel(grid, [&residents](unsigned share) { residents.work(share); });
    }
  }
  grid.members = {};
}

template <class Work>
void Pool::in_parallel(Grid& grid, Work work) {
  arena_->arena.execute(
      [&] { tbb::parallel_for(0u, grid.workers, work, tbb::simple_partitioner()); });
}

}  // namespace heddle::engine
