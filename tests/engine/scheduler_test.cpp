// SPDX-License-Identifier: Apache-2.0
// Which thread does a small operation, and what others do meanwhile.
#include "engine/stream/scheduler.h"

#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <latch>
#include <thread>

namespace heddle::test {
namespace {

using engine::Operation;
using engine::OperationRef;
using engine::Scheduler;
using Size = Operation::Size;

constexpr std::uint64_t kA = 1, kB = 2;  // streams

class Step final : public Operation {
 public:
  explicit Step(Size size, std::function<void()> body = {}) : body_(std::move(body)), size_(size) {}
  void work(unsigned) override {
    thread_ = std::this_thread::get_id();
    if (body_) body_();
  }
  Size size() const override { return size_; }
  bool done_by_caller() const { return thread_ == std::this_thread::get_id(); }

 private:
  const std::function<void()> body_;
  const Size size_;
  std::thread::id thread_;
};

std::shared_ptr<Step> start(Scheduler& scheduler, std::uint64_t stream, Size size,
                            std::function<void()> body = {}, const OperationRef& after = nullptr) {
  auto step = std::make_shared<Step>(size, std::move(body));
  auto lock = scheduler.lock();
  scheduler.hold(*step, 0);
  Scheduler::follow(step, after);
  scheduler.start(lock, step, stream);
  return step;
}

TEST(Scheduler, DoesASmallOperationInTheThreadThatSubmitsIt) {
  Scheduler scheduler(2);
  for (const Size size : {Size::kTiny, Size::kSmall, Size::kMedium}) {
    const auto step = start(scheduler, kA, size);
    EXPECT_TRUE(step->ended());
    EXPECT_TRUE(step->done_by_caller());
  }
  const auto large = start(scheduler, kA, Size::kLarge);
  scheduler.wait(large);
  EXPECT_TRUE(large->ended());
}

// Each is in the middle of its own when the other begins: neither holds the lock.
TEST(Scheduler, DoesSmallOperationsOfTwoThreadsAtTheSameTime) {
  Scheduler scheduler(2);
  std::latch both(2);
  const auto meet = [&](std::uint64_t stream) {
    const auto step = start(scheduler, stream, Size::kSmall, [&] { both.arrive_and_wait(); });
    EXPECT_TRUE(step->done_by_caller());
  };
  std::thread other([&] { meet(kA); });
  meet(kB);
  other.join();
}

TEST(Scheduler, DoesNoMoreAtATimeThanItHasThreads) {
  Scheduler scheduler(1);
  std::promise<void> begun;
  std::latch end(1);
  std::thread other([&] {
    start(scheduler, kA, Size::kSmall, [&] {
      begun.set_value();
      end.wait();
    });
  });
  begun.get_future().wait();
  const auto second = start(scheduler, kB, Size::kSmall);
  EXPECT_FALSE(second->ended());  // no place: it waits for one
  end.count_down();
  scheduler.wait(second);
  other.join();
  EXPECT_TRUE(second->ended());
}

TEST(Scheduler, HandsOverWhatComesAfterSomethingElse) {
  Scheduler scheduler(2);
  std::latch end(1);
  const auto first = start(scheduler, kA, Size::kLarge, [&] { end.wait(); });
  std::atomic<bool> in_order = false;
  const auto second = start(scheduler, kA, Size::kSmall, [&] { in_order = first->ended(); }, first);
  EXPECT_FALSE(second->ended());
  end.count_down();
  scheduler.wait(second);
  EXPECT_TRUE(in_order);
}

// The streams of one thread run side by side, without it they would run one after the other.
TEST(Scheduler, HandsOverWhatIsInAnotherStreamThanWhatTheThreadDoesItself) {
  Scheduler scheduler(2);
  EXPECT_TRUE(start(scheduler, kA, Size::kMedium)->done_by_caller());
  const auto in_b = start(scheduler, kB, Size::kMedium);
  scheduler.wait(in_b);
  EXPECT_TRUE(in_b->ended());
  // A thread that waits for its streams gains nothing by it.
  EXPECT_TRUE(start(scheduler, kB, Size::kMedium)->done_by_caller());

  std::latch end(1);
  const auto in_a = start(scheduler, kA, Size::kMedium, [&] { end.wait(); });
  EXPECT_TRUE(start(scheduler, kB, Size::kMedium)->done_by_caller());
  EXPECT_FALSE(in_a->ended());
  end.count_down();
  scheduler.wait(in_a);
}

TEST(Scheduler, DoesWhatTakesLessThanHandingItOverInAllStreams) {
  Scheduler scheduler(2);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(start(scheduler, i % 2 ? kA : kB, Size::kSmall)->done_by_caller());
  }
}

TEST(Scheduler, DoesItselfWhatComesAfterWhatItDidElsewhere) {
  Scheduler scheduler(2);
  EXPECT_TRUE(start(scheduler, kA, Size::kMedium)->done_by_caller());
  Scheduler::turn_to(kB);
  EXPECT_TRUE(start(scheduler, kB, Size::kMedium)->done_by_caller());
}

TEST(Scheduler, BeginsNothingWhileAThreadDoesSomethingNow) {
  Scheduler scheduler(2);
  std::promise<void> inside;
  std::latch end(1);
  std::atomic<bool> over = false;
  std::thread other([&] {
    EXPECT_TRUE(scheduler.do_now([&] {
      inside.set_value();
      end.wait();
      over = true;
    }));
  });
  inside.get_future().wait();
  std::thread releaser([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    end.count_down();
  });
  const auto step = start(scheduler, kA, Size::kTiny, [&] { EXPECT_TRUE(over); });
  EXPECT_TRUE(step->ended());
  other.join();
  releaser.join();
}

TEST(Scheduler, DoesNothingNowBesideAnOperation) {
  Scheduler scheduler(2);
  std::latch end(1);
  const auto step = start(scheduler, kA, Size::kLarge, [&] { end.wait(); });
  EXPECT_FALSE(scheduler.do_now([] { ADD_FAILURE(); }));
  end.count_down();
  scheduler.wait(step);
  EXPECT_TRUE(scheduler.do_now([] {}));
}

// Two threads that do something now and one that submits, as often as they can. Plain variables:
// whoever does not keep the others out loses counts.
TEST(Scheduler, IsInOneMomentOrOperationAtATime) {
  Scheduler scheduler(2);
  constexpr int kTimes = 20000;
  int count = 0;
  bool inside = false;
  std::atomic<int> strangers = 0;
  const auto once = [&] {
    if (inside) ++strangers;
    inside = true;
    for (int i = 0; i < 20; ++i) {
      ++count;
      std::atomic_signal_fence(std::memory_order_seq_cst);  // one at a time
    }
    inside = false;
  };
  std::atomic<bool> submitting = true;
  const auto do_many = [&](int* done) {
    while (submitting || *done < kTimes) {
      if (scheduler.do_now(once)) ++*done;
    }
  };
  int of_first = 0, of_second = 0;
  std::thread first([&] { do_many(&of_first); }), second([&] { do_many(&of_second); });
  for (int i = 0; i < kTimes; ++i) {
    const Size size = i % 3 == 0 ? Size::kTiny : i % 3 == 1 ? Size::kSmall : Size::kLarge;
    scheduler.wait(start(scheduler, kA, size, once));
  }
  submitting = false;
  first.join();
  second.join();
  EXPECT_EQ(strangers, 0);
  EXPECT_EQ(count, 20 * (kTimes + of_first + of_second));
}

// Steps that fork and join in no order of their submission.
TEST(Scheduler, FollowsAllOfManyBefore) {
  Scheduler scheduler(2);
  std::latch end(1);
  const auto gate = start(scheduler, kA, Size::kLarge, [&] { end.wait(); });
  std::vector<OperationRef> middle;
  for (int i = 0; i < 5; ++i) middle.push_back(start(scheduler, kA, Size::kSmall, {}, gate));
  auto last = std::make_shared<Step>(Size::kSmall, [&] {
    for (const OperationRef& step : middle) EXPECT_TRUE(step->ended());
  });
  {
    auto lock = scheduler.lock();
    scheduler.hold(*last, 0);
    for (const OperationRef& step : middle) Scheduler::follow(last, step);
    EXPECT_TRUE(Scheduler::is_before(gate, *last));
    EXPECT_FALSE(Scheduler::is_before(last, static_cast<const Operation&>(*middle[0])));
    scheduler.start(lock, last, kB);
  }
  EXPECT_FALSE(last->ended());
  end.count_down();
  scheduler.wait(last);
  EXPECT_TRUE(last->ended());
}

}  // namespace
}  // namespace heddle::test
