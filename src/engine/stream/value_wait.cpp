// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/value_wait.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/host_guard.h"
#include "engine/stream/operation_memory.h"

namespace heddle::engine {
namespace {

class ValueWait final : public Operation {
 public:
  ValueWait(Scheduler& in, std::function<bool()> is_there)
      : scheduler(in), is_there_(std::move(is_there)) {}

  bool is_there() const {
    const HostGuard::Access device_memory;
    return is_there_();
  }
  unsigned prepare() override { return 0; }
  void work(unsigned) override {}
  Next next() override;
  Size size() const override { return Size::kTiny; }

  Scheduler& scheduler;
  std::weak_ptr<ValueWait> self;
  bool was_there = false;  // once it was there: the value may be written over before next()

 private:
  const std::function<bool()> is_there_;
};

class Poller {
 public:
  void add(std::shared_ptr<ValueWait> wait) {
    const std::lock_guard lock(mutex_);
    waits_.push_back(std::move(wait));
    if (!started_) std::thread([this] { serve(); }).detach();
    started_ = true;
    there_.notify_one();
  }

  bool has_any() {
    const std::lock_guard lock(mutex_);
    return !waits_.empty();
  }

 private:
  // Looks often at first: what waits for a kernel waits for microseconds.
  static constexpr std::chrono::microseconds kSoon{5}, kLate{200};

  [[noreturn]] void serve() {
    HostGuard::begin_thread();
    auto pause = kSoon;
    while (true) {
      std::vector<std::shared_ptr<ValueWait>> done;
      {
        std::unique_lock lock(mutex_);
        there_.wait(lock, [&] { return !waits_.empty(); });
        std::erase_if(waits_, [&](const auto& wait) {
          if (!wait->is_there()) return false;
          wait->was_there = true;  // read under the scheduler's lock, which is taken below
          done.push_back(wait);
          return true;
        });
      }
      // The scheduler's lock is taken before this one where operations are added.
      for (const auto& wait : done) {
        const auto lock = wait->scheduler.lock();
        wait->scheduler.resume(wait);
      }
      pause = done.empty() ? std::min(kLate, pause * 2) : kSoon;
      std::this_thread::sleep_for(pause);
    }
  }

  std::mutex mutex_;
  std::condition_variable there_;
  std::vector<std::shared_ptr<ValueWait>> waits_;
  bool started_ = false;
};

// Never destroyed: its thread may still look when the program ends.
Poller& poller() {
  static auto* const one = new Poller;
  return *one;
}

// Under the scheduler's lock.
Operation::Next ValueWait::next() {
  if (was_there || is_there()) return Next::kEnded;
  poller().add(self.lock());
  return Next::kLater;
}

}  // namespace

OperationRef make_value_wait(Scheduler& scheduler, std::function<bool()> is_there) {
  const auto wait = make_operation<ValueWait>(scheduler, std::move(is_there));
  wait->self = wait;
  return wait;
}

bool has_value_waits() {
  return poller().has_any();
}

}  // namespace heddle::engine
