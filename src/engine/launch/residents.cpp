// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/residents.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

namespace heddle::engine {
namespace {

constexpr std::size_t kResidentStackBytes = std::size_t{64} << 20;
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

std::vector<std::unique_ptr<Worker>> ResidentStore::take(std::size_t count) {
  std::vector<std::unique_ptr<Worker>> taken;
  taken.reserve(count);
  {
    const std::lock_guard lock(mutex_);
    while (!free_.empty() && taken.size() < count) {
      taken.push_back(std::move(free_.back()));
      free_.pop_back();
    }
  }
  while (taken.size() < count) taken.push_back(std::make_unique<Worker>(kResidentStackBytes));
  return taken;
}

void ResidentStore::give_back(std::vector<std::unique_ptr<Worker>> workers) {
  const std::lock_guard lock(mutex_);
  for (auto& worker : workers) free_.push_back(std::move(worker));
}

Residents::Residents(Grid& grid, ResidentStore& store)
    : grid_(grid), store_(store), shares_(grid.workers) {
  const auto total = static_cast<Number>(grid.total);
  workers_ = store.take(total);
  ended_.resize(total);
  left_ = live_ = total;
  for (Number i = 0; i < total; ++i) {
    const bool shuffle = grid.schedule.shuffle;
    workers_[i]->start(grid,
                       shuffle ? permute(i, total, mix(grid.schedule.seed ^ mix(grid.id))) : i);
  }
  for (unsigned s = 0; s < shares_.size(); ++s) {
    shares_[s].begin = static_cast<Number>(grid.total * s / shares_.size());
    shares_[s].end = static_cast<Number>(grid.total * (s + 1) / shares_.size());
    shares_[s].next = shares_[s].begin;
  }
}

Residents::~Residents() {
  store_.give_back(std::move(workers_));
}

bool Residents::over() const {
  return live_.load(std::memory_order_acquire) == 0 || grid_.failed.load(std::memory_order_acquire);
}

bool Residents::claim(unsigned share, Number* block) {
  const auto count = static_cast<unsigned>(shares_.size());
  for (unsigned i = 0; i < count; ++i) {
    Share& from = shares_[(share + i) % count];
    if (from.next.load(std::memory_order_relaxed) >= from.end) continue;
    *block = from.next.fetch_add(1, std::memory_order_acq_rel);
    if (*block < from.end) return true;
  }
  return false;
}

bool Residents::run(Number block) {
  if (ended_[block]) return true;
  switch (workers_[block]->go_on()) {
    case Worker::Stop::kWaits:
      return false;
    case Worker::Stop::kEnded:
      ended_[block] = 1;
      live_.fetch_sub(1, std::memory_order_acq_rel);
      return true;
    case Worker::Stop::kAtGridBarrier:
      return true;
  }
  return true;
}

// The last one of a round begins the next. A thread that is late in looking for work may find that
// of the new round before its number is out.
void Residents::arrive() {
  if (left_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  if (live_.load(std::memory_order_acquire) != 0) {
    left_.store(static_cast<Number>(grid_.total), std::memory_order_relaxed);
    for (Share& share : shares_) share.next.store(share.begin, std::memory_order_release);
  }
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
}

// Blocks that wait for others in loops of their own.
void Residents::run_waiting(std::vector<Number>& waiting) {
  for (unsigned rounds = 0; !waiting.empty() && !over(); ++rounds) {
    const auto done = std::remove_if(waiting.begin(), waiting.end(), [this](Number block) {
      if (grid_.failed.load(std::memory_order_relaxed) || !run(block)) return false;
      arrive();
      return true;
    });
    if (done != waiting.end()) rounds = 0;
    waiting.erase(done, waiting.end());
    if (waiting.empty()) break;
    if (rounds < kPatience) {
      sched_yield();
    } else {
      usleep(kPause);
    }
  }
}

void Residents::work(unsigned share) {
  Worker::current();  // sees to this thread's signal stack
  const Worker::Member member(grid_, share);
  std::vector<Number> waiting;
  while (!over()) {
    const std::uint32_t round = round_.load(std::memory_order_acquire);
    for (Number block = 0; !over() && claim(share, &block);) {
      if (run(block)) {
        arrive();
      } else {
        waiting.push_back(block);
      }
    }
    run_waiting(waiting);
    for (unsigned spin = 0; spin < kSpins && !over(); ++spin) {
      if (round_.load(std::memory_order_acquire) != round) break;
      pause();
    }
    if (!over()) round_.wait(round, std::memory_order_acquire);
  }
  // Who sleeps shall see that it is over.
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
}

}  // namespace heddle::engine
