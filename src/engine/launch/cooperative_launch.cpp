// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/cooperative_launch.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "engine/block/host_thread.h"
#include "engine/grid/members.h"

namespace heddle::engine {
namespace {

// How long to look for the next round before sleeping: about as long as waking up takes.
constexpr unsigned kSpins = 2000;
// Rounds among blocks that all wait for each other before sleeping in between.
constexpr unsigned kPatience = 100;
constexpr unsigned kPause = 50;  // microseconds

void pause() {
#ifdef __x86_64__
  __builtin_ia32_pause();
#endif
}

}  // namespace

CooperativeLaunch::CooperativeLaunch(Grid& grid, ResidentBlockStore& store)
    : grid_(grid), shares_(grid.workers) {
  const auto total = static_cast<Number>(grid.units);
  ended_.resize(total);
  left_ = live_ = total;
  clusters_.reserve(total);
  for (Number i = 0; i < total && !grid.failed.load(std::memory_order_relaxed); ++i) {
    clusters_.push_back(std::make_unique<Cluster>(grid, store));
    clusters_.back()->start(i);
  }
  for (unsigned s = 0; s < shares_.size(); ++s) {
    shares_[s].begin = static_cast<Number>(grid.units * s / shares_.size());
    shares_[s].end = static_cast<Number>(grid.units * (s + 1) / shares_.size());
    shares_[s].next = shares_[s].begin;
  }
}

CooperativeLaunch::~CooperativeLaunch() = default;

bool CooperativeLaunch::over() const {
  return live_.load(std::memory_order_acquire) == 0 || grid_.failed.load(std::memory_order_acquire);
}

bool CooperativeLaunch::claim(unsigned share, Number* cluster) {
  const auto count = static_cast<unsigned>(shares_.size());
  for (unsigned i = 0; i < count; ++i) {
    Share& from = shares_[(share + i) % count];
    if (from.next.load(std::memory_order_relaxed) >= from.end) continue;
    *cluster = from.next.fetch_add(1, std::memory_order_acq_rel);
    if (*cluster < from.end) return true;
  }
  return false;
}

bool CooperativeLaunch::run(Number cluster) {
  if (ended_[cluster]) return true;
  switch (clusters_[cluster]->run()) {
    case ResidentBlock::Stop::kWaits:
      return false;
    case ResidentBlock::Stop::kEnded:
      ended_[cluster] = 1;
      live_.fetch_sub(1, std::memory_order_acq_rel);
      return true;
    default:  // at the grid's barrier
      return true;
  }
}

// The last one of a round begins the next. A thread that is late in looking for work may find that
// of the new round before its number is out.
void CooperativeLaunch::arrive() {
  if (left_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  const Number live = live_.load(std::memory_order_acquire);
  if (live != 0 && live != grid_.units) {
    const auto ended = std::ranges::find(ended_, 1) - ended_.begin();
    const auto waits = std::ranges::find(ended_, 0) - ended_.begin();
    clusters_[static_cast<Number>(waits)]->fail_without(*clusters_[static_cast<Number>(ended)]);
  }
  if (live != 0) {
    left_.store(static_cast<Number>(grid_.units), std::memory_order_relaxed);
    for (Share& share : shares_) share.next.store(share.begin, std::memory_order_release);
  }
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
}

// Clusters whose blocks wait for others in loops of their own.
void CooperativeLaunch::run_waiting(std::vector<Number>& waiting, Deadlock::Watch& watch) {
  for (unsigned rounds = 0; !waiting.empty() && !over(); ++rounds) {
    bool progressed = false;
    const auto done = std::remove_if(waiting.begin(), waiting.end(), [&](Number cluster) {
      if (grid_.failed.load(std::memory_order_relaxed)) return false;
      const bool through = run(cluster);
      if (through || clusters_[cluster]->advanced()) rounds = 0;
      progressed = clusters_[cluster]->progressed() || progressed;
      if (through) arrive();
      return through;
    });
    waiting.erase(done, waiting.end());
    if (progressed) watch.moved();
    if (waiting.empty()) break;
    if (!progressed && watch.is_deadlocked()) {
      grid_.fail(clusters_[waiting.front()]->fault_where_it_waits());
      break;
    }
    if (rounds < kPatience) {
      sched_yield();
    } else {
      usleep(kPause);
    }
  }
}

void CooperativeLaunch::work(unsigned share) {
  HostThread::current();  // sees to this thread's signal stack
  const Member member(grid_, share);
  Deadlock::Watch watch(grid_);
  std::vector<Number> waiting;
  while (!over()) {
    const std::uint32_t round = round_.load(std::memory_order_acquire);
    for (Number cluster = 0; !over() && claim(share, &cluster);) {
      watch.moved();
      if (run(cluster)) {
        arrive();
      } else {
        waiting.push_back(cluster);
      }
    }
    run_waiting(waiting, watch);
    for (unsigned spin = 0; spin < kSpins && !over(); ++spin) {
      if (round_.load(std::memory_order_acquire) != round) break;
      pause();
    }
    if (over()) break;
    watch.sleep();
    round_.wait(round, std::memory_order_acquire);
    watch.wake();
  }
  // Wakes those that sleep: it is over.
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
}

}  // namespace heddle::engine
