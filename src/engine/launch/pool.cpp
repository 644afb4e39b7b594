// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/pool.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "engine/launch/cluster.h"
#include "engine/launch/host_threads.h"
#include "engine/launch/worker.h"

namespace heddle::engine {
namespace {

// Waking sleeping threads costs microseconds: a grid that takes less runs in its caller.
constexpr float kWorthWakingNs = 12000;

using Clock = std::chrono::steady_clock;

}  // namespace

struct Pool::Arena {
  struct Observer : tbb::task_scheduler_observer {
    explicit Observer(tbb::task_arena& arena) : tbb::task_scheduler_observer(arena) {
      observe(true);
    }
    ~Observer() override { observe(false); }
    void on_scheduler_entry(bool is_worker) override {
      if (is_worker) note_pool_thread();
    }
  };
  explicit Arena(unsigned threads)
      : control(tbb::global_control::max_allowed_parallelism, threads),
        arena(static_cast<int>(threads)),
        observer(arena) {}
  tbb::global_control control;
  tbb::task_arena arena;
  Observer observer;
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
  const auto workers = static_cast<unsigned>(std::min<std::uint64_t>(threads_, grid.units));
  const bool alone = small && !grid.variant->waits;
  if (grid.cooperative || grid.variant->waits) grid.submitter = gettid();
  if (grid.cooperative) {
    run_cooperative(grid, workers);
  } else if (grid.cluster_blocks > 1 || grid.variant->waits) {
    run_units(grid, alone ? 1 : workers,
              [&](unsigned share) { run_clusters(grid, residents_, share); });
  } else if (workers == 1 || small) {
    grid.workers = 1;
    Worker::current().run(grid, 0);
  } else {
    run_units(grid, workers, [&](unsigned share) { Worker::current().run(grid, share); });
  }
  const std::chrono::duration<float, std::nano> time = Clock::now() - begin;
  // Of a parallel run the time of all workers together, of which waking them up is a part: a wrong
  // guess is corrected by the serial run that follows it.
  const float seen = std::max(time.count() * static_cast<float>(grid.workers) / total, 1e-3f);
  grid.variant->block_ns.store(
      grid.workers > 1 && block_ns > 0 ? std::min(seen, 2 * block_ns) : seen,
      std::memory_order_relaxed);
}

// `work(share)` on each of the grid's workers.
template <class Work>
void Pool::run_units(Grid& grid, unsigned workers, Work work) {
  grid.workers = workers;
  std::vector<std::atomic<int>> members(workers == 1 && !grid.variant->waits ? 0 : workers);
  grid.members = members;
  in_parallel(grid, work);
  grid.members = {};
}

void Pool::run_cooperative(Grid& grid, unsigned workers) {
  grid.workers = workers;
  std::vector<std::atomic<int>> members(grid.workers);
  grid.members = members;
  {
    Residents residents(grid, residents_);
    in_parallel(grid, [&residents](unsigned share) { residents.work(share); });
  }
  grid.members = {};
}

template <class Work>
void Pool::in_parallel(Grid& grid, Work work) {
  if (grid.workers == 1) return work(0);
  arena_->arena.execute(
      [&] { tbb::parallel_for(0u, grid.workers, work, tbb::simple_partitioner()); });
}

}  // namespace heddle::engine
