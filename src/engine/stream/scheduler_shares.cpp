// SPDX-License-Identifier: Apache-2.0
// Taking part in an operation, alone or with others.
#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/base/host_guard.h"
#include "engine/base/host_threads.h"
#include "engine/stream/scheduler.h"

namespace heddle::engine {
namespace {

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
  const HostGuard::Access device_memory(operation->all_it_touches());
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

// All of an operation that is in no list.
void Scheduler::run_alone(std::unique_lock<std::mutex>& lock, const OperationRef& operation) {
  operation->inside_ = operation->next_share_ = operation->places_ = 1;
  operation->exhausted_ = true;
  operation->by_submitter_ = true;
  ++inside_;
  lock.unlock();
  {
    const TakesPart takes_part(operation, nullptr);
    const HostGuard::Access device_memory(operation->all_it_touches());
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

// What its submitter has begun.
void Scheduler::run_rest(const OperationRef& operation) {
  bool stuck = false;
  {
    const TakesPart takes_part(operation, &stuck);
    const HostGuard::Access device_memory(operation->all_it_touches());
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

void Scheduler::leave_list(const OperationRef& operation) {
  const auto at = std::find(ready_.begin(), ready_.end(), operation);
  if (at != ready_.end()) ready_.erase(at);
}

}  // namespace heddle::engine
