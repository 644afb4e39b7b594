// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/cluster_runner.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "engine/block/host_thread.h"
#include "engine/device/device.h"
#include "engine/grid/block_walk.h"
#include "engine/grid/members.h"
#include "engine/launch/run_blocks.h"

namespace heddle::engine {
namespace {

using Stop = ResidentBlock::Stop;

// After so many times that a block has only waited, another one begins. A lock that another host
// thread holds is free again long before.
constexpr unsigned kPatience = 100;
// Blocks that poll in a loop with barriers go from barrier to barrier: so many rounds are
// enough. And so many rounds among blocks that all wait before sleeping in between.
constexpr unsigned kLongPatience = 2000;
constexpr unsigned kPause = 50;  // microseconds
// Among so many blocks a schedule that changes at accesses chooses who goes on.
constexpr std::size_t kBlocksAtAccesses = 8;

// How many blocks of `grid` the GPU holds at once, registers and shared memory aside.
std::uint64_t most_residents(const Grid& grid) {
  const gpu::Model& model = grid.device->model;
  const auto threads = (grid.variant->block.count() + abi::kWarpSize - 1) / abi::kWarpSize *
                       std::uint64_t{abi::kWarpSize};
  const auto by_threads = static_cast<std::uint64_t>(model.max_threads_per_sm()) / threads;
  const auto of_sm = std::min(static_cast<std::uint64_t>(model.sm.max_blocks), by_threads);
  return grid.multiprocessors() * std::max<std::uint64_t>(of_sm, 1);
}

}  // namespace

ClusterRunner::ClusterRunner(Grid& grid, ResidentBlockStore& store, BegunBlocks* begun)
    : grid_(grid),
      store_(store),
      watch_(grid),
      most_(most_residents(grid)),
      random_(mix(grid.schedule.seed ^ mix(grid.id))),
      begun_(begun) {
  if (!begun) return;
  grid.interrupted.store(true, std::memory_order_relaxed);
  grid.resident_blocks.fetch_add(1);
}

bool ClusterRunner::run(unsigned share, bool leaves, OtherWork* others) {
  HostThread::current();  // sees to this thread's signal stack
  const Member member(grid_, share);
  return work(leaves, others);
}

bool ClusterRunner::work(bool leaves, OtherWork* others) {
  unsigned rounds = 0, waits = 0;  // without progress; since one last began or ended
  while (!failed()) {
    if (is_idle() && !begin()) return true;
    if (grid_.schedule.at_accesses) [[unlikely]]
      begin_for_accesses();
    const bool advanced = run_each();
    if (progressed_) watch_.moved();
    if (is_idle()) continue;
    rounds = advanced ? 0 : rounds + 1;
    waits = ended_ ? 0 : waits + 1;
    const std::size_t blocks = running_.size() + (begun_ ? 1 : 0);
    // Slices are long: who has run one out has waited long enough, unless blocks end.
    const bool few_waits = waits * blocks < kLongPatience;
    const bool patient = interrupted_ && !grid_.schedule.at_accesses
                             ? ended_
                             : rounds * blocks < kPatience && few_waits;
    const bool may_leave = interrupted_ || !patient;
    if (may_leave && (leaves || (others && others->is_there()))) return false;
    // First of all what other streams have: where blocks run their slices out, it takes seconds
    // until all that there is room for have begun.
    if (!patient) grid_.scheduler->may_wait();
    if (!patient && begin_more()) {
      rounds = waits = 0;
      watch_.moved();
      continue;
    }
    if (advanced || interrupted_) continue;
    if (!progressed_ && !grid_.interrupted.load() && watch_.is_deadlocked() && is_alone(others)) {
      fail();
    } else if (rounds < kLongPatience) {
      sched_yield();
    } else {
      usleep(kPause);
    }
  }
  return true;
}

// Where others have just gone, what they wrote last has not been looked at.
bool ClusterRunner::is_alone(OtherWork* others) {
  if (!others) return true;
  const bool was_alone = alone_;
  alone_ = !others->is_there() && !others->is_done_elsewhere();
  if (!alone_ || !was_alone) watch_.moved();
  return alone_ && was_alone;
}

// Takes what nobody has begun.
bool ClusterRunner::take_next() {
  for (;; ++next_) {
    if (next_ == end_ && !grid_.take(&next_, &end_)) return false;
    if (!grid_.only) return true;
    std::uint32_t index[3];
    BlockWalk(grid_.grid, grid_.variant->waits).place(next_, index);
    if (grid_.runs(index)) return true;
  }
}

// Begins a cluster if there is one that nobody has begun, and room for it.
bool ClusterRunner::begin() {
  if (!is_left()) return false;
  const std::uint64_t before = grid_.resident_blocks.fetch_add(grid_.cluster_blocks);
  const bool room = is_idle() || before + grid_.cluster_blocks <= most_;
  if (!room || !take_next()) {
    grid_.resident_blocks.fetch_sub(grid_.cluster_blocks);
    return false;
  }
  if (idle_.empty()) idle_.push_back(std::make_unique<Cluster>(grid_, store_));
  if (failed()) return false;  // no memory
  running_.push_back(std::move(idle_.back()));
  idle_.pop_back();
  running_.back()->start(next_++);
  return true;
}

// Begins a part of as many as wait: all that there is room for begin in the time of a few rounds.
// Blocks that can wait for nobody need no others to have begun, and each of those has stacks.
bool ClusterRunner::begin_more() {
  if (grid_.variant->stands_alone && !grid_.cooperative) return false;
  bool any = false;
  for (std::size_t more = running_.size() / 4 + 1; more > 0 && begin(); --more) any = true;
  return any;
}

void ClusterRunner::begin_for_accesses() {
  while (running_.size() + (begun_ ? 1 : 0) < kBlocksAtAccesses && begin()) continue;
}

bool ClusterRunner::is_passed_over() {
  return grid_.schedule.at_accesses && random_.below(2) == 0;
}

// Runs each cluster on, the first first and the last first in turn: chains of blocks that wait
// for the one before them, or behind them, end in a few rounds. True when one made progress.
bool ClusterRunner::run_each() {
  bool advanced = false;
  progressed_ = ended_ = interrupted_ = false;
  if (begun_ && is_passed_over()) {
    advanced = true;
  } else if (begun_) {
    advanced = run_begun();
  }
  backwards_ = !backwards_;
  for (std::size_t k = 0; k < running_.size(); ++k) {
    auto& cluster = running_[backwards_ ? running_.size() - 1 - k : k];
    if (is_passed_over()) {
      advanced = true;
      continue;
    }
    const bool ended = cluster->run() == Stop::kEnded;
    if (failed()) return true;
    advanced = advanced || ended || cluster->advanced();
    progressed_ = cluster->progressed() || progressed_;
    interrupted_ = interrupted_ || cluster->interrupted();
    if (!ended) continue;
    ended_ = true;
    grid_.resident_blocks.fetch_sub(grid_.cluster_blocks);
    idle_.push_back(std::move(cluster));
  }
  std::erase(running_, nullptr);
  return advanced;
}

bool ClusterRunner::run_begun() {
  const bool ended = begun_->go_on();
  if (failed()) return true;
  progressed_ = begun_->progressed() || ended;
  interrupted_ = begun_->interrupted();
  const bool advanced = ended || begun_->advanced();
  if (!ended) return advanced;
  ended_ = true;
  grid_.resident_blocks.fetch_sub(1);
  begun_ = nullptr;
  return true;
}

void ClusterRunner::fail() {
  Fault fault = running_.front()->fault_where_it_waits();
  if (is_left()) fault.residents = grid_.resident_blocks.load();
  grid_.fail(fault);
}

}  // namespace heddle::engine
