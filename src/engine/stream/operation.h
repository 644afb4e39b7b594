// SPDX-License-Identifier: Apache-2.0
// What a stream does in its turn: a kernel, a copy, a host function, an event.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "probes/events.h"

namespace heddle::engine {

class Operation {
 public:
  Operation() = default;
  virtual ~Operation() = default;
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  // Called first, when all that it comes after has ended: how many threads may work on it. 0:
  // nothing is left to do.
  virtual unsigned prepare() { return 1; }
  // The work. Each call has a `share` of its own below what prepare() said and ends when nothing is
  // left that it could begin; a single call does all if no other comes.
  virtual void work(unsigned share) = 0;
  // Called last, when all calls of work() have returned.
  virtual void finish() {}

  // Called after finish(), under the scheduler's lock: whether that was all of it.
  enum class Next : std::uint8_t {
    kEnded,
    kAgain,  // from prepare() on, with the threads that it finds
    kLater,  // the same when Scheduler::resume() is called
  };
  virtual Next next() { return Next::kEnded; }

  // How long it takes, beside what it costs to hand it to another thread.
  enum class Size : std::uint8_t {
    kTiny,    // no longer than a lock may be held
    kSmall,   // less: its submitter does it
    kMedium,  // not much more: its submitter does it, unless it has other things to do
    kLarge,
  };
  virtual Size size() const { return Size::kLarge; }
  // Lower is more urgent; none: as its stream.
  virtual std::optional<int> priority() const { return std::nullopt; }
  // Runs code of the user: in a thread of its own, which it may block.
  virtual bool is_host_function() const { return false; }
  // May wait for what other operations do, of this stream's or of others.
  virtual bool waits() const { return false; }

  // Whether the thread that submitted it does it: its program goes on when work() returns.
  bool by_submitter() const { return by_submitter_; }
  // In work() by its submitter: it has taken long and goes on like this, in another thread.
  void go_on_elsewhere(std::function<void()> rest) { rest_ = std::move(rest); }

  // Of what comes: a lower number is more urgent. In next().
  void set_priority(int priority) { priority_ = priority; }

  // The number that tools know it by (probes::WorkOrder::work), 0: none. Set before it is
  // submitted.
  std::uint64_t told_as() const { return told_as_.load(std::memory_order_relaxed); }
  void tell_as(std::uint64_t number) { told_as_.store(number, std::memory_order_relaxed); }
  // What it uses of memory that the host program shares, for tools. Before it is submitted.
  void note_use(const probes::GivenUse& use) {
    if (!uses_) uses_ = std::make_unique<std::vector<probes::GivenUse>>();
    uses_->push_back(use);
  }
  std::span<const probes::GivenUse> uses() const {
    return uses_ ? std::span<const probes::GivenUse>(*uses_) : std::span<const probes::GivenUse>();
  }
  // Of a copy or a fill: it touches no other memory of devices.
  void touches_no_more() { touches_no_more_ = true; }
  std::span<const probes::GivenUse> all_it_touches() const {
    return touches_no_more_ ? uses() : std::span<const probes::GivenUse>();
  }
  // `count` numbers that nothing else has, the first of them.
  static std::uint64_t take_numbers(std::uint64_t count = 1) {
    return next_number_.fetch_add(count, std::memory_order_relaxed);
  }

  // Whether all of it has been done. What it wrote is visible then.
  bool ended() const { return ended_.load(std::memory_order_acquire); }

 private:
  friend class Scheduler;
  std::atomic<bool> ended_{false};
  std::atomic<std::uint64_t> told_as_{0};
  std::unique_ptr<std::vector<probes::GivenUse>> uses_;
  static inline std::atomic<std::uint64_t> next_number_{1};
  bool by_submitter_ = false, touches_no_more_ = false;
  std::function<void()> rest_;
  // Under the scheduler's lock.
  unsigned comes_after_ = 0;  // operations that have not ended
  int priority_ = 0;
  unsigned places_ = 0, next_share_ = 0, inside_ = 0;
  bool exhausted_ = false;
  bool awaited_ = false;                 // by a thread that sleeps
  std::shared_ptr<Operation> follower_;  // mostly there is one
  std::vector<std::shared_ptr<Operation>> more_followers_;
};

using OperationRef = std::shared_ptr<Operation>;

}  // namespace heddle::engine
