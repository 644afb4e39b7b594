// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/scheduler.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

#include "engine/base/adaptive_mutex.h"
#include "engine/base/host_guard.h"
#include "engine/base/host_threads.h"

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

// Who wakes others wakes no more at a time: these wake the next. It takes microseconds to wake one.
constexpr unsigned kWakesAtOnce = 2;

// The stream whose small operations the thread does itself; 0: it has waited since.
thread_local std::uint64_t home_stream = 0;

// What the thread takes part in, and whether that is counted as one that may wait; null: nothing.
thread_local const OperationRef* taken_part_in = nullptr;
thread_local bool* counted_as_stuck = nullptr;

class TakesPart {
 public:
  // `stuck` null: it is not counted.
  TakesPart(const OperationRef& operation, bool* stuck)
      : outer_(std::exchange(taken_part_in, &operation)),
        outer_stuck_(std::exchange(counted_as_stuck, stuck)) {}
  ~TakesPart() {
    taken_part_in = outer_;
    counted_as_stuck = outer_stuck_;
  }
  TakesPart(const TakesPart&) = delete;
  TakesPart& operator=(const TakesPart&) = delete;

 private:
  const OperationRef* const outer_;
  bool* const outer_stuck_;
};

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

void Scheduler::may_wait() {
  if (!counted_as_stuck || *counted_as_stuck) return;
  const std::lock_guard lock(mutex_);
  *counted_as_stuck = true;
  ++stuck_;
  if (!ready_.empty()) wake(1);
}

void Scheduler::ask_for_more(unsigned places) {
  if (!taken_part_in) return;
  const OperationRef& operation = *taken_part_in;
  const std::lock_guard lock(mutex_);
  // Its submitter does it: it was in no list. Or somebody found nothing left to begin.
  if (operation->by_submitter_ && operation->places_ == 1) operation->exhausted_ = false;
  if (operation->exhausted_ || places <= operation->places_) return;
  const bool listed = operation->next_share_ < operation->places_;
  operation->places_ = places;
  if (!listed) ready_.push_front(operation);
  wake(kWakesAtOnce);
  assert(holds());
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

// All of an operation that is in no list.
void Scheduler::run_alone(std::unique_lock<std::mutex>& lock, const OperationRef& operation) {
  operation->inside_ = operation->next_share_ = operation->places_ = 1;
  operation->exhausted_ = true;
  operation->by_submitter_ = true;
  ++inside_;
  lock.unlock();
  {
    const TakesPart takes_part(operation, nullptr);
    const HostGuard::Access device_memory;
    if (operation->prepare() > 0) operation->work(0);
    if (!operation->rest_ && operation->places_ == 1) operation->finish();  // it is the only one
  }
  lock.lock();
  operation->by_submitter_ = false;
  if (operation->rest_) {
    ++rests_;
    std::thread([this, operation] {
      note_pool_thread();
      HostGuard::begin_thread();
      run_rest(operation);
    }).detach();
    return;
  }
  --inside_;
  if (operation->places_ > 1) {
    leave(lock, operation, true);
  } else {
    operation->inside_ = 0;
    conclude(operation, true);
  }
  if (ready_.empty()) return;
  wake(1);  // its place is free
  assert(holds());
}

void Scheduler::leave_list(const OperationRef& operation) {
  const auto at = std::find(ready_.begin(), ready_.end(), operation);
  if (at != ready_.end()) ready_.erase(at);
}

void Scheduler::leave(std::unique_lock<std::mutex>& lock, const OperationRef& operation,
                      bool elsewhere) {
  if (!operation->exhausted_) {
    operation->exhausted_ = true;
    leave_list(operation);
  }
  if (--operation->inside_ > 0) return;
  lock.unlock();
  operation->finish();
  lock.lock();
  conclude(operation, elsewhere);
}

// What its submitter has begun.
void Scheduler::run_rest(const OperationRef& operation) {
  bool stuck = false;
  {
    const TakesPart takes_part(operation, &stuck);
    const HostGuard::Access device_memory;
    operation->rest_();
    operation->rest_ = nullptr;
  }
  std::unique_lock lock(mutex_);
  --inside_;
  if (stuck) --stuck_;
  leave(lock, operation, true);
  if (!ready_.empty()) wake(1);
  assert(holds());
  --rests_;
  ended_there_.notify_all();
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

// Takes part in a ready operation.
void Scheduler::run(std::unique_lock<std::mutex>& lock, const OperationRef& operation) {
  const unsigned share = operation->next_share_++;
  bool stuck = operation->waits();
  const TakesPart takes_part(operation, &stuck);
  ++operation->inside_;
  ++inside_;
  if (stuck) ++stuck_;
  if (operation->next_share_ >= operation->places_) leave_list(operation);
  if (!ready_.empty()) wake(kWakesAtOnce);  // who was woken for it may be in this one
  assert(holds());
  lock.unlock();
  if (share == 0) HostGuard::let_host_go_on();
  const HostGuard::Access device_memory;
  bool any = true;
  if (share == 0) {
    const unsigned places = operation->prepare();
    any = places > 0;
    if (places > 1) {
      lock.lock();
      operation->places_ = places;
      ready_.push_front(operation);
      wake(kWakesAtOnce);
      lock.unlock();
    }
  }
  if (any) operation->work(share);
  lock.lock();
  --inside_;
  if (stuck) --stuck_;
  leave(lock, operation, false);  // the calling thread looks for work now
  assert(holds());
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
  home_stream = 0;
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

bool Scheduler::is_alone(const Operation& running) {
  const std::lock_guard lock(mutex_);
  if (in_host_function_ || !host_functions_.empty()) return false;
  if (inside_ != running.inside_) return false;
  const bool others = std::any_of(ready_.begin(), ready_.end(),
                                  [&](const OperationRef& o) { return o.get() != &running; });
  return !others && has_only_pool_threads_and(waiting_threads_);
}

}  // namespace heddle::engine
