// SPDX-License-Identifier: Apache-2.0
// The threads of the pool: who is waked for work, and how long one looks for it before it sleeps.
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>

#include "engine/base/host_guard.h"
#include "engine/base/host_threads.h"
#include "engine/stream/scheduler.h"

namespace heddle::engine {
namespace {

using Clock = std::chrono::steady_clock;

// A thread looks so long for what it waits for before it sleeps: waking it takes longer than many a
// kernel.
constexpr std::chrono::microseconds kLookAround{30};
// The same of one that is called soon whenever it sleeps: where launches follow each other, many
// threads that are waked one after the other would come too late each time.
constexpr std::chrono::microseconds kLookAroundLonger{300};

// How long a thread of the pool looks around.
class Patience {
 public:
  // It has work; `idle_since`: it had none since.
  void called(Clock::time_point idle_since) {
    const bool soon = Clock::now() - idle_since < kLookAroundLonger;
    time_ = soon ? kLookAroundLonger : std::max(time_ / 2, kLookAround);
  }
  std::chrono::microseconds time() const { return time_; }

 private:
  std::chrono::microseconds time_ = kLookAround;
};

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Without the lock; true when it is there.
template <class IsThere>
bool look_around(std::unique_lock<std::mutex>& lock, Clock::time_point until, IsThere is_there) {
  lock.unlock();
  bool there = is_there();
  while (!there && Clock::now() < until) {
    pause();
    there = is_there();
  }
  lock.lock();
  return there;
}

// Takes one of the calls that wake() has made.
bool take_call(std::atomic<unsigned>& calls) {
  unsigned seen = calls.load(std::memory_order_relaxed);
  while (seen > 0) {
    if (calls.compare_exchange_weak(seen, seen - 1, std::memory_order_acquire)) return true;
  }
  return false;
}

}  // namespace

// Wakes or starts up to `places` more threads, within the limit of threads_.
void Scheduler::wake(unsigned places) {
  const std::size_t busy = inside_ - stuck_;
  if (busy >= threads_) return;
  const auto wanted = std::min<std::size_t>(places, threads_ - busy);
  while (asleep_ < wanted && pool_.size() < threads_ + stuck_) {
    start_thread();
    ++asleep_;
  }
  // Of those that look around so many stop, and no more: all at once they would be in each other's
  // way.
  const auto called = std::min<std::size_t>(wanted, looking_);
  if (calls_.load(std::memory_order_relaxed) < called) {
    calls_.store(static_cast<unsigned>(called), std::memory_order_release);
  }
  for (std::size_t k = looking_; k < wanted && k < asleep_; ++k) work_there_.notify_one();
}

void Scheduler::start_thread() {
  pool_.emplace_back([this] {
    note_pool_thread();
    HostGuard::begin_thread();
    serve();
  });
}

// Of the operations that have room for one more thread: `only` this one, if it is not null.
OperationRef Scheduler::pick(const Operation* only) const {
  if (!has_place()) return nullptr;
  for (const OperationRef& operation : ready_) {
    if (!only || operation.get() == only) return operation;
  }
  return nullptr;
}

void Scheduler::serve() {
  std::unique_lock lock(mutex_);
  --asleep_;
  assert(holds());
  Patience patience;
  bool slept = false;
  auto idle_since = Clock::now();
  while (!over_) {
    if (const OperationRef operation = pick(nullptr)) {
      if (slept) patience.called(idle_since);
      slept = false;
      run(lock, operation);
      idle_since = Clock::now();
      continue;
    }
    const auto until = idle_since + patience.time();
    ++asleep_;
    // No more than could find a place: the others would take the processor from those at work.
    if (inside_ - stuck_ + looking_ < threads_) {
      ++looking_;
      const bool called = look_around(lock, until, [&] { return take_call(calls_); });
      --looking_;
      if (!called && !over_ && !pick(nullptr)) {
        slept = true;
        work_there_.wait(lock);
      }
    } else {
      slept = true;
      work_there_.wait(lock);
    }
    --asleep_;
  }
}

void Scheduler::serve_host_functions() {
  note_pool_thread();
  HostGuard::begin_thread();
  std::unique_lock lock(mutex_);
  while (!over_) {
    if (host_functions_.empty()) {
      function_there_.wait(lock);
      continue;
    }
    const OperationRef operation = host_functions_.front();
    host_functions_.pop_front();
    in_host_function_ = true;
    lock.unlock();
    operation->work(0);
    operation->finish();
    lock.lock();
    in_host_function_ = false;
    conclude(operation, true);
  }
}

void Scheduler::wait(const OperationRef& operation) {
  turn_to(0);
  if (!operation || operation->ended()) return;
  const int self = gettid();
  const HostGuard::HostWaits host_waits;
  std::unique_lock lock(mutex_);
  waiting_threads_.insert(self);
  while (!operation->ended()) {
    if (const OperationRef own = pick(operation.get())) {
      run(lock, own);
      // Its place is free again, and who was not woken for want of one sleeps.
      if (!ready_.empty()) wake(1);
    } else if (!look_around(lock, Clock::now() + kLookAround, [&] { return operation->ended(); }) &&
               !operation->ended()) {
      operation->awaited_ = true;
      ended_there_.wait(lock);
    }
  }
  waiting_threads_.erase(waiting_threads_.find(self));
}

}  // namespace heddle::engine
