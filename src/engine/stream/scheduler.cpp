// SPDX-License-Identifier: Apache-2.0
// The order of operations: what each comes after, and what comes after it.
#include "engine/stream/scheduler.h"

#include <algorithm>
#include <cassert>

#include "engine/base/adaptive_mutex.h"
#include "engine/base/host_threads.h"

namespace heddle::engine {
namespace {

// The stream whose small operations the thread does itself; 0: it has waited since.
thread_local std::uint64_t home_stream = 0;

}  // namespace

Scheduler::Scheduler(unsigned threads) : threads_(threads) {
  make_adaptive(mutex_);
}

Scheduler::~Scheduler() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  work_there_.notify_all();
  function_there_.notify_all();
  for (std::thread& thread : pool_) thread.join();
  if (caller_.joinable()) caller_.join();
  std::unique_lock lock(mutex_);
  ended_there_.wait(lock, [&] { return rests_ == 0; });
}

bool Scheduler::holds() const {
  const auto may_be_taken = [](const OperationRef& o) {
    return o->comes_after_ == 0 && !o->exhausted_ && o->next_share_ < o->places_;
  };
  return stuck_ <= inside_ && inside_ - stuck_ <= threads_ && looking_ <= asleep_ &&
         asleep_ <= pool_.size() && live_.load() >= ready_.size() + host_functions_.size() &&
         (ready_.empty() || (may_be_taken(ready_.front()) && may_be_taken(ready_.back())));
}

void Scheduler::hold(Operation& operation, int priority) {
  live_.store(live_.load(std::memory_order_relaxed) + 1);
  while (moment_.load()) [[unlikely]]
    std::this_thread::yield();
  operation.priority_ = priority;
  operation.comes_after_ = 1;  // its submission
}

void Scheduler::follow(const OperationRef& operation, const OperationRef& before) {
  if (!before || before->ended()) return;
  if (!before->follower_) {
    before->follower_ = operation;
  } else {
    before->more_followers_.push_back(operation);
  }
  ++operation->comes_after_;
}

bool Scheduler::is_before(const OperationRef& operation, const Operation& later) {
  if (operation->ended() || operation.get() == &later) return true;
  std::unordered_set<const Operation*> seen{operation.get()};
  std::vector<const Operation*> open{operation.get()};
  while (!open.empty()) {
    const Operation* next = open.back();
    open.pop_back();
    bool found = false;
    const auto look_at = [&](const OperationRef& follower) {
      found = found || follower.get() == &later;
      if (seen.insert(follower.get()).second) open.push_back(follower.get());
    };
    if (next->follower_) look_at(next->follower_);
    for (const OperationRef& follower : next->more_followers_) look_at(follower);
    if (found) return true;
  }
  return false;
}

void Scheduler::release(const OperationRef& operation) {
  if (--operation->comes_after_ == 0) enqueue(operation, true);
  assert(holds());
}

void Scheduler::turn_to(std::uint64_t stream) {
  home_stream = stream;
}

void Scheduler::start(std::unique_lock<std::mutex>& lock, const OperationRef& operation,
                      std::uint64_t stream) {
  using Size = Operation::Size;
  const Size size = operation->size();
  const bool held_back = operation->comes_after_ > 1;
  if (held_back || size == Size::kLarge) return release(operation);
  if (size == Size::kTiny) {
    operation->comes_after_ = 0;
    if (operation->prepare() > 0) operation->work(0);
    operation->finish();
    return conclude(operation, true);
  }
  const bool other_turn = stream != 0 && home_stream != 0 && home_stream != stream;
  if ((other_turn && size == Size::kMedium && threads_ > 1) ||
      inside_ - stuck_ + ready_.size() >= threads_) {
    return release(operation);
  }
  home_stream = stream;
  operation->comes_after_ = 0;
  run_alone(lock, operation);
}

void Scheduler::carry_out(const OperationRef& operation) {
  if (operation->prepare() > 0) operation->work(0);
  operation->finish();
  const std::lock_guard lock(mutex_);
  end_for_good(operation, true);
}

void Scheduler::enqueue(const OperationRef& operation, bool wake_up) {
  if (operation->is_host_function()) {
    host_functions_.push_back(operation);
    if (!caller_.joinable()) caller_ = std::thread([this] { serve_host_functions(); });
    function_there_.notify_one();
    return;
  }
  // Until prepare() has said how many.
  operation->places_ = 1;
  const auto at = std::find_if(ready_.begin(), ready_.end(), [&](const OperationRef& other) {
    return operation->priority_ < other->priority_;
  });
  ready_.insert(at, operation);
  if (wake_up) wake(1);
}

void Scheduler::conclude(const OperationRef& operation, bool elsewhere) {
  const Operation::Next next = operation->next();
  if (next == Operation::Next::kEnded) {
    end_for_good(operation, elsewhere);
    return;
  }
  operation->places_ = operation->next_share_ = 0;
  operation->exhausted_ = false;
  if (next == Operation::Next::kAgain) enqueue(operation, elsewhere);
}

void Scheduler::end_for_good(const OperationRef& operation, bool elsewhere) {
  live_.store(live_.load(std::memory_order_relaxed) - 1, std::memory_order_release);
  operation->ended_.store(true, std::memory_order_release);
  const auto let_go = [&](const OperationRef& follower) {
    if (--follower->comes_after_ > 0) return;
    enqueue(follower, elsewhere);
    elsewhere = true;  // the calling thread takes one
  };
  if (operation->follower_) let_go(operation->follower_);
  for (const OperationRef& follower : operation->more_followers_) let_go(follower);
  operation->follower_ = nullptr;
  operation->more_followers_.clear();
  if (operation->awaited_) ended_there_.notify_all();
}

bool Scheduler::is_alone(const Operation& running) {
  const std::lock_guard lock(mutex_);
  if (in_host_function_ || !host_functions_.empty()) return false;
  if (inside_ != running.inside_) return false;
  const bool others = std::any_of(ready_.begin(), ready_.end(),
                                  [&](const OperationRef& o) { return o.get() != &running; });
  return !others && has_only_pool_threads_and(waiting_threads_);
}

}  // namespace heddle::engine
