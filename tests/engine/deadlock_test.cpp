// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/deadlock.h"

#include <unistd.h>

#include <chrono>
#include <latch>
#include <thread>

#include "engine/grid/grid.h"
#include "engine/stream/scheduler.h"
#include "program.h"

namespace heddle::test {
namespace {

using Clock = std::chrono::steady_clock;

// Looks until that is found to be for ever; the time until then, `limit` when it is not found.
Clock::duration until_found(engine::Deadlock::Watch& watch, Clock::duration limit) {
  const auto begin = Clock::now();
  while (Clock::now() - begin < limit) {
    if (watch.is_deadlocked()) return Clock::now() - begin;
    usleep(100);
  }
  return limit;
}

// Runs a look as a kernel would, while the test's thread waits for it.
template <class Look>
void look(Look body) {
  class Kernel final : public engine::Operation {
   public:
    explicit Kernel(Look& l) : body_(l) {}
    void work(unsigned) override {
      engine::Grid grid;
      grid.scheduler = &scheduler;
      grid.operation = this;
      body_(grid);
    }
    engine::Scheduler scheduler{1};

   private:
    Look& body_;
  };
  const auto kernel = std::make_shared<Kernel>(body);
  {
    const auto lock = kernel->scheduler.lock();
    kernel->scheduler.hold(*kernel, 0);
    kernel->scheduler.release(kernel);
  }
  kernel->scheduler.wait(kernel);
}

TEST(Deadlock, IsFoundWhenNobodyIsLeftToEndIt) {
  look([](engine::Grid& grid) {
    engine::Deadlock::Watch watch(grid);
    watch.moved();
    EXPECT_LT(until_found(watch, std::chrono::seconds(20)), std::chrono::seconds(20));
  });
}

TEST(Deadlock, IsNotFoundWhileTheProcessHasAnotherThread) {
  look([](engine::Grid& grid) {
    engine::Deadlock::Watch watch(grid);
    std::latch end(1);
    std::thread other([&] { end.wait(); });
    const auto limit = std::chrono::seconds(3);
    EXPECT_EQ(until_found(watch, limit), limit);
    end.count_down();
    other.join();
  });
}

// What a thread wrote just before it ended is seen: there is time to look after its end.
TEST(Deadlock, IsFoundOnlyAfterALookWithNobodyElseThere) {
  look([](engine::Grid& grid) {
    for (const auto until_end :
         {std::chrono::milliseconds(1400), std::chrono::milliseconds(1900)}) {
      engine::Deadlock::Watch watch(grid);
      std::latch end(1);
      std::thread other([&] { end.wait(); });
      EXPECT_EQ(until_found(watch, until_end), until_end);
      end.count_down();
      other.join();
      EXPECT_GT(until_found(watch, std::chrono::seconds(20)), std::chrono::milliseconds(900));
    }
  });
}

}  // namespace
}  // namespace heddle::test
