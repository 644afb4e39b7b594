// SPDX-License-Identifier: Apache-2.0
// synccheck, launches of which no thread can go on, on made-up events.
#include <gtest/gtest.h>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::Event;

const auto kExit = site_of(Event::kExit, 99);

probes::Site loop(std::uint64_t key) {
  return site_of(Event::kWait, key);
}

TEST(Deadlock, NamesTheLoopAndItsFirstThread) {
  World w(48);
  w.begin();
  w.exit(kExit, 0, 0xffff);
  w.operation(loop(1), 0, 0xffff0000);
  w.operation(loop(1), 1, 0xffff);
  w.deadlock();
  w.end(true);
  ASSERT_EQ(w.found(), Found{"deadlock"});
  const auto finding = w.finding();
  ASSERT_EQ(finding.sides.size(), 1u);
  EXPECT_EQ(finding.sides[0].thread, (Index3{16, 0, 0}));
  EXPECT_EQ(finding.sides[0].block, (Index3{3, 0, 0}));
  EXPECT_EQ(finding.sides[0].action, "Waits in a loop");
  EXPECT_EQ(finding.notes[0], "32 threads wait at line 9");
}

// All later calls answer its error, as after a fault (api_test.cpp).
TEST(Deadlock, NamesTheCallThatToldIt) {
  World w(32);
  w.begin();
  w.operation(loop(1), 0, ~0u);
  w.deadlock();
  w.end(true);
  w.api(probes::ApiChange::kFailed, 702, 10);
  w.api(probes::ApiChange::kFailed, 702, 11);
  w.checks->finish();
  ASSERT_EQ(w.found(), Found{"deadlock"});
  EXPECT_EQ(w.finding().traces.size(), 1u);
}

// Where nobody has found why.
TEST(ApiErrors, OfAnEndlessLaunchAreReported) {
  World w;
  w.api(probes::ApiChange::kFailed, 702, 10);
  w.checks->finish();
  EXPECT_EQ(w.found(), Found{"api-error"});
}

TEST(Deadlock, BarriersThatHaveOpenedAreLeft) {
  World w(64);
  const auto barrier = site_of(Event::kBarrier, 7);
  w.begin();
  w.barrier(barrier, 0, ~0u);
  w.barrier(barrier, 1, ~0u);
  w.open({~0u, ~0u});
  w.operation(loop(1), 0, ~0u);
  w.barrier(barrier, 1, ~0u);
  w.deadlock();
  const auto finding = w.finding();
  ASSERT_EQ(finding.sides.size(), 2u);
  EXPECT_EQ(finding.notes[0], "32 threads wait at line 9");
  EXPECT_EQ(finding.sides[1].action, "Waits at a barrier");
  EXPECT_EQ(finding.sides[1].thread, (Index3{32, 0, 0}));
}

// Warp 1 was in a loop long ago; where it is now, no event tells.
TEST(Deadlock, LoopsThatWereLeftAreNot) {
  World w(64);
  w.begin();
  w.operation(loop(1), 1, ~0u);
  for (int i = 0; i < 200; ++i) w.operation(loop(2), 0, ~0u);
  w.deadlock();
  const auto finding = w.finding();
  ASSERT_EQ(finding.sides.size(), 1u);
  EXPECT_EQ(finding.sides[0].thread, (Index3{0, 0, 0}));
}

TEST(Deadlock, SaysThatOthersCannotBegin) {
  World w;
  w.begin();
  w.operation(loop(1), 0, ~0u);
  w.deadlock(264);
  const auto finding = w.finding();
  EXPECT_EQ(finding.notes[1],
            "The GPU holds 264 blocks at once, and all of them wait: the others cannot begin");
}

TEST(Deadlock, LaunchesThatEndAreSilent) {
  World w;
  w.begin();
  w.operation(loop(1), 0, ~0u);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

TEST(Deadlock, OnlyWithSynccheck) {
  World w;
  w.ask_for({"--tool=memcheck"});
  w.begin();
  w.operation(loop(1), 0, ~0u);
  w.deadlock();
  EXPECT_EQ(w.found(), Found{});
}

}  // namespace
}  // namespace heddle::checker::testing
