// SPDX-License-Identifier: Apache-2.0
// Runs the operations of all streams: each when those that it comes after have ended, on as many of
// the pool's threads as it has work for (HEDDLE_THREADS in all). A host thread that waits for an
// operation works on it, too, in the place of one of the pool.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unordered_set>
#include <vector>

#include "engine/stream/operation.h"
#include "engine/stream/order_events.h"

namespace heddle::engine {

class Scheduler {
 public:
  explicit Scheduler(unsigned threads);
  ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  unsigned threads() const { return threads_; }
  // Who is told of the order of the work.
  OrderEvents& order_events() { return order_events_; }

  // Under this lock the last operations of streams are read and written.
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

  // An operation is submitted by hold(), any number of follow(), and release() or start(), under
  // one lock. It runs when all that it follows have ended; null is nothing to follow.
  void hold(Operation& operation, int priority);
  static void follow(const OperationRef& operation, const OperationRef& before);
  void release(const OperationRef& operation);
  // release(), but for what does not take longer than handing it over: if nothing holds it back,
  // the calling thread does it, without the lock. `stream`: an id; where a thread's streams take
  // turns, without its waiting for them, it does what is in one and hands over what is in the
  // others. 0 = one that waits for all others, and they for it.
  void start(std::unique_lock<std::mutex>& lock, const OperationRef& operation,
             std::uint64_t stream);
  // The calling thread goes on in this stream with what it had done in others.
  static void turn_to(std::uint64_t stream);
  // Whether `operation` has ended when `later`, which has not, begins. Under the lock.
  static bool is_before(const OperationRef& operation, const Operation& later);
  // Calls body(), which takes a moment, if no operation is submitted that has not ended, and before
  // another can be; false: it was not called. It takes no lock: it says that it is there and then
  // looks for operations, and hold() counts its operation and then looks whether somebody is there,
  // so at least one of them sees the other.
  template <class Body>
  bool do_now(Body body) {
    while (moment_.exchange(true)) [[unlikely]]
      std::this_thread::yield();
    const bool free = live_.load() == 0;
    if (free) body();
    moment_.store(false, std::memory_order_release);
    return free;
  }

  // Goes on with an operation that said `later`. Under the lock.
  void resume(const OperationRef& operation) { enqueue(operation, true); }
  // Does all of an operation that was held and not released, in the calling thread. Not under the
  // lock.
  void carry_out(const OperationRef& operation);

  // Returns when it has ended. A null pointer is nothing to wait for.
  void wait(const OperationRef& operation);

  // The calling thread, which takes part in an operation, has gone on for long without an end: as
  // far as anybody knows it waits for what others do, so another one begins beside it.
  void may_wait();

  // In Operation::work(): as many as `places` may take part in what the calling thread does.
  void ask_for_more(unsigned places);

  // Whether nobody but `running` does or waits for anything: no other operation can run, and all
  // other threads of the process wait here or belong to the pool.
  bool is_alone(const Operation& running);

 private:
  // Who wakes others wakes no more at a time: these wake the next. It takes microseconds to wake
  // one.
  static constexpr unsigned kWakesAtOnce = 2;

  // `wake_up`: another thread is to take it.
  void enqueue(const OperationRef& operation, bool wake_up);
  // After finish(). `elsewhere`: the calling thread does not look for work now.
  void conclude(const OperationRef& operation, bool elsewhere);
  void end_for_good(const OperationRef& operation, bool elsewhere);
  bool has_place() const { return inside_ - stuck_ < threads_; }
  OperationRef pick(const Operation* only) const;
  void run(std::unique_lock<std::mutex>& lock, const OperationRef& operation);
  void run_alone(std::unique_lock<std::mutex>& lock, const OperationRef& operation);
  void run_rest(const OperationRef& operation);
  // The calling thread has done its share; the last one to do so ends the operation.
  void leave(std::unique_lock<std::mutex>& lock, const OperationRef& operation, bool elsewhere);
  void leave_list(const OperationRef& operation);
  void wake(unsigned places);
  void serve();
  void serve_host_functions();
  void start_thread();

  // What holds whenever the lock is free:
  //   1. Threads at work, but for those in operations that may wait, are at most threads_.
  //   2. stuck_ <= inside_, looking_ <= asleep_ <= pool_.size().
  //   3. What is in ready_ comes after nothing, is not exhausted, and has a share that nobody took.
  //   4. live_ counts all that is in ready_ or host_functions_, all that runs and all that is held.
  //   5. Where do_now() runs a body, live_ is 0: who adds to it waits until the body has ended.
  bool holds() const;

  const unsigned threads_;
  OrderEvents order_events_;
  std::mutex mutex_;
  std::condition_variable work_there_, ended_there_, function_there_;
  std::deque<OperationRef> ready_;  // may be begun or joined, most urgent first
  std::deque<OperationRef> host_functions_;
  std::atomic<std::size_t> live_{0};  // submitted and not ended; written under the lock
  std::size_t inside_ = 0;            // threads at work
  std::size_t stuck_ = 0;             // of those, in operations that may wait for others
  std::size_t asleep_ = 0;            // threads of the pool without work
  std::size_t looking_ = 0;           // of those, that look around for it
  std::atomic<unsigned> calls_{0};    // how many of these are to stop looking and take work
  std::atomic<bool> moment_{false};   // a thread is in do_now()
  bool over_ = false;
  bool in_host_function_ = false;
  std::unordered_multiset<int> waiting_threads_;
  std::vector<std::thread> pool_;
  std::thread caller_;  // of host functions
  unsigned rests_ = 0;  // threads in run_rest()
};

}  // namespace heddle::engine
