// SPDX-License-Identifier: Apache-2.0
// How many threads a grid is given, and that all come where it takes longer than it did before.
#include "engine/grid/few_workers.h"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "engine/grid/grid.h"
#include "engine/stream/scheduler.h"

namespace heddle::test {
namespace {

using engine::FewWorkers;
using engine::Operation;
using engine::Scheduler;
using Clock = std::chrono::steady_clock;

// A grid that was expected to be short, of blocks that take so long.
class Blocks final : public Operation {
 public:
  Blocks(Scheduler& scheduler, Size size, unsigned all, std::chrono::microseconds each)
      : size_(size), all_(all), each_(each), runs_(kUnits) {
    grid.variant = &variant_;
    grid.scheduler = &scheduler;
    grid.units = grid.total = kUnits;
  }
  Size size() const override { return size_; }
  unsigned prepare() override {
    begin_ = Clock::now();
    few_.emplace(grid, all_, members_);
    grid.few = &*few_;
    return 1;
  }
  void work(unsigned share) override {
    EXPECT_LT(share, all_);
    {
      const std::lock_guard lock(mutex_);
      threads_.insert(std::this_thread::get_id());
      shares_.insert(share);
    }
    for (std::uint64_t begin, end; grid.take(&begin, &end); few_->look()) {
      for (; begin < end; ++begin) {
        ++runs_[begin];
        if (each_.count() > 0) std::this_thread::sleep_for(each_);
      }
    }
  }
  void finish() override {
    took_ = Clock::now() - begin_;
    ++finished_;
  }

  // After it has ended.
  void expect_right() const {
    EXPECT_TRUE(ended());
    EXPECT_EQ(finished_, 1);
    EXPECT_EQ(shares_.size(), threads_.size());
    for (const int runs : runs_) EXPECT_EQ(runs, 1);
  }
  std::size_t threads() const { return threads_.size(); }
  Clock::duration took() const { return took_; }

  static constexpr std::uint64_t kUnits = 96;
  engine::Grid grid;

 private:
  const Size size_;
  const unsigned all_;
  const std::chrono::microseconds each_;
  engine::Variant variant_;
  std::vector<std::atomic<int>> members_;
  std::optional<FewWorkers> few_;
  Clock::time_point begin_;
  Clock::duration took_{};
  std::vector<int> runs_;
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
  std::set<unsigned> shares_;
  std::atomic<int> finished_ = 0;
};

std::shared_ptr<Blocks> run(Scheduler& scheduler, Operation::Size size, unsigned all,
                            std::chrono::microseconds each) {
  auto blocks = std::make_shared<Blocks>(scheduler, size, all, each);
  {
    auto lock = scheduler.lock();
    scheduler.hold(*blocks, 0);
    scheduler.start(lock, blocks, 1);
  }
  scheduler.wait(blocks);
  blocks->expect_right();
  return blocks;
}

using std::chrono::microseconds;

TEST(FewWorkers, AreAsManyAsTheTimeIsWorth) {
  EXPECT_EQ(FewWorkers::worth(0, 16), 16u);
  EXPECT_EQ(FewWorkers::worth(11000, 16), 1u);
  EXPECT_EQ(FewWorkers::worth(13000, 16), 2u);
  EXPECT_EQ(FewWorkers::worth(50000, 16), 8u);
  EXPECT_EQ(FewWorkers::worth(1e7, 16), 16u);
  EXPECT_EQ(FewWorkers::worth(50000, 3), 3u);
  EXPECT_EQ(FewWorkers::worth(-50000, 16), 1u);  // at most: it is tried
  EXPECT_EQ(FewWorkers::worth(-1e6, 16), 16u);
}

TEST(FewWorkers, BecomeAllWhereTheGridTakesLonger) {
  Scheduler scheduler(4);
  const auto blocks = run(scheduler, Operation::Size::kLarge, 4, microseconds(1000));
  EXPECT_EQ(blocks->threads(), 4u);
  EXPECT_EQ(blocks->grid.members.size(), 4u);
}

// Its program goes on when the submitter finds no more to begin; the others end it.
TEST(FewWorkers, BecomeAllWhereTheSubmitterHasBegunItself) {
  Scheduler scheduler(3);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(run(scheduler, Operation::Size::kSmall, 3, microseconds(500))->threads(), 3u);
  }
}

TEST(FewWorkers, AreLeftAloneWithWhatIsShort) {
  Scheduler scheduler(4);
  for (const auto size : {Operation::Size::kSmall, Operation::Size::kLarge}) {
    int short_ones = 0;
    for (int i = 0; i < 1000 && short_ones == 0;
         ++i) {  // others may take the processor in the middle of it
      const auto blocks = run(scheduler, size, 4, microseconds(0));
      if (blocks->took() > microseconds(20)) continue;
      ++short_ones;
      EXPECT_EQ(blocks->threads(), 1u);
    }
    EXPECT_GT(short_ones, 0);
  }
}

// Short and long ones in turn, from two threads: each ends once, with every block run once.
TEST(FewWorkers, OfManyGridsAreNotMixedUp) {
  Scheduler scheduler(3);
  const auto submit = [&] {
    for (int i = 0; i < 30; ++i) {
      run(scheduler, i % 3 ? Operation::Size::kSmall : Operation::Size::kLarge, 3,
          microseconds(i % 2 ? 30 : 0));
    }
  };
  std::thread other(submit);
  submit();
  other.join();
}

}  // namespace
}  // namespace heddle::test
