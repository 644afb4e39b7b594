// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/deadlock.h"

#include "engine/grid/grid.h"
#include "engine/stream/scheduler.h"

namespace heddle::engine {
namespace {

// Of an epoch. More looks than are needed, for a time in which a thread that is just starting would
// be seen.
constexpr unsigned kRounds = 1000;
constexpr std::chrono::seconds kTime{1};

}  // namespace

Deadlock::Watch::Watch(Grid& grid) : grid_(grid), all_(grid.deadlock) {
  all_.active_.fetch_add(1);
}

Deadlock::Watch::~Watch() {
  end_epoch();
  all_.active_.fetch_sub(1);
}

void Deadlock::Watch::end_epoch() {
  moved_ = confirmed_ = false;
  std::uint64_t seen = all_.confirmed_.load();
  while (!all_.confirmed_.compare_exchange_weak(seen, (seen / kEpoch + 1) * kEpoch)) {
  }
}

void Deadlock::Watch::moved() {
  if (confirmed_) end_epoch();
  moved_ = true;
}

bool Deadlock::Watch::is_deadlocked() {
  if (moved_) end_epoch();
  const std::uint64_t seen = all_.confirmed_.load();
  if (seen / kEpoch != epoch_) {
    epoch_ = seen / kEpoch;
    rounds_ = 0;
    confirmed_ = false;
    since_ = Clock::now();
  }
  if (++rounds_ < kRounds || Clock::now() - since_ < kTime) return false;
  if (!confirmed_) {
    std::uint64_t now = seen;
    while (now / kEpoch == epoch_ && !confirmed_) {
      confirmed_ = all_.confirmed_.compare_exchange_weak(now, now + 1);
    }
    if (!confirmed_) return false;
  }
  const std::uint64_t now = all_.confirmed_.load();
  if (now / kEpoch != epoch_ || now % kEpoch != all_.active_.load()) return false;
  if (!grid_.scheduler->is_alone(*grid_.operation)) {
    all_.alone_since_.store(0);
    since_ = Clock::now();  // do not ask the system in every round
    return false;
  }
  const std::uint64_t alone_since = all_.alone_since_.load();
  if (alone_since != 0 && alone_since <= epoch_) return true;
  all_.alone_since_.store(epoch_ + 1);
  end_epoch();
  return false;
}

void Deadlock::Watch::sleep() {
  if (moved_ || confirmed_) end_epoch();
  all_.active_.fetch_sub(1);
}

void Deadlock::Watch::wake() {
  all_.active_.fetch_add(1);
  moved_ = true;
}

}  // namespace heddle::engine
