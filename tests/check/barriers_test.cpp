// SPDX-License-Identifier: Apache-2.0
// synccheck, on made-up events.
#include <gtest/gtest.h>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::Event;

probes::Site barrier_site(std::uint64_t key, abi::BarrierOp op = abi::BarrierOp::kNone) {
  auto site = site_of(Event::kBarrier, key);
  site.operation = static_cast<std::uint32_t>(op);
  return site;
}
probes::Site warp_site(std::uint64_t key, abi::WarpOp op = abi::WarpOp::kSync) {
  auto site = site_of(Event::kWarp, key);
  site.operation = static_cast<std::uint32_t>(op);
  return site;
}
const auto kExit = site_of(Event::kExit, 99);
constexpr std::uint32_t kLow = 0xffff, kHigh = 0xffff0000;

TEST(Synccheck, BarriersOfAllThreadsAreSilent) {
  World w(48);
  w.begin();
  const auto site = barrier_site(1);
  for (int i = 0; i < 3; ++i) {
    w.barrier(site, 1, kLow);
    w.barrier(site, 0, ~0u);
    w.open({~0u, kLow});
  }
  w.exit(kExit, 0, ~0u);
  w.exit(kExit, 1, kLow);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, OneThreadAtATimeIsSilentToo) {
  World w(32);
  w.begin();
  const auto site = barrier_site(1);
  for (unsigned lane = 0; lane < 32; ++lane) w.barrier(site, 0, 1u << lane);
  w.open({~0u});
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, ThreadsThatHaveEndedAreNotMissed) {
  World w(64);
  w.begin();
  w.exit(kExit, 0, kHigh);
  w.exit(kExit, 1, ~0u);
  w.barrier(barrier_site(1), 0, kLow);
  w.open({kLow, 0});
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, PartOfAWarpAtABarrier) {
  World w(64);
  w.begin();
  w.barrier(barrier_site(1), 0, ~0u);
  w.barrier(barrier_site(1), 1, kLow);
  w.open({~0u, kLow});
  ASSERT_EQ(w.found(), Found{"divergent-barrier"});
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{32, 0, 0}));
  EXPECT_EQ(w.finding().notes[0], "Thread (48,0,0) of the same warp does not come to this barrier");
}

TEST(Synccheck, AWarpAtTwoPlacesOfOneBarrier) {
  World w(32);
  w.begin();
  w.barrier(barrier_site(1), 0, kLow);
  w.barrier(barrier_site(2), 0, kHigh);
  w.open({~0u});
  ASSERT_EQ(w.found(), Found{"divergent-barrier"});
  EXPECT_EQ(w.finding().sides.size(), 2u);
}

TEST(Synccheck, WarpsMayComeByDifferentPlaces) {
  World w(64);
  w.begin();
  w.barrier(barrier_site(1), 0, ~0u);
  w.barrier(barrier_site(2), 1, ~0u);
  w.open({~0u, ~0u});
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, WarpsThatWaitAtDifferentBarriersForEver) {
  World w(64);
  w.begin();
  w.barrier(barrier_site(1), 0, ~0u, 1);
  w.barrier(barrier_site(2), 1, ~0u, 2);
  w.end(true);
  ASSERT_EQ(w.found(), Found{"barrier-not-reached"});
  EXPECT_EQ(w.finding().sides.size(), 2u);
}

TEST(Synccheck, ALaunchThatFailsOtherwiseIsNotTheBarriersFault) {
  World w(64);
  w.begin();
  w.barrier(barrier_site(1), 0, ~0u);
  w.end(true);  // warp 1 was running
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, CountsOfBarriers) {
  World w(64);
  w.begin();
  w.barrier(barrier_site(1), 0, ~0u, 1, 64);
  w.barrier(barrier_site(1), 1, ~0u, 1, 64);
  w.open({~0u, ~0u}, 1, 64);
  EXPECT_EQ(w.found(), Found{});
  w.barrier(barrier_site(2), 0, ~0u, 1, 48);
  w.barrier(barrier_site(3), 0, ~0u, 2, 96);
  w.barrier(barrier_site(4), 0, ~0u, 3, 64);
  w.barrier(barrier_site(5), 1, ~0u, 3, 32);
  EXPECT_EQ(w.found(), (Found{"barrier-count", "barrier-count", "barrier-count"}));
}

TEST(Synccheck, AnArrivalDoesNotWait) {
  World w(64);
  w.begin();
  w.barrier(barrier_site(1, abi::BarrierOp::kArrive), 0, ~0u, 1, 64);
  w.barrier(barrier_site(2), 1, ~0u, 1, 64);
  w.open({~0u, ~0u}, 1, 64);
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, CallerNotInItsMask) {
  World w;
  w.begin();
  w.warp(warp_site(1), 0, kHigh, kLow);
  ASSERT_EQ(w.found(), Found{"caller-not-in-mask"});
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{16, 0, 0}));
  EXPECT_EQ(w.finding().occurrences, 16u);
}

TEST(Synccheck, ALaneThatNeverComes) {
  World w;
  w.begin();
  w.warp(warp_site(1, abi::WarpOp::kShflDown), 0, kLow, ~0u);
  w.exit(kExit, 0, ~0u);  // all end together, behind it
  w.end();
  ASSERT_EQ(w.found(), Found{"missing-lane"});
  EXPECT_EQ(w.finding().notes[0],
            "The mask 0xffffffff of this shuffle names lane 16, thread (16,0,0), which does not "
            "come to it");
}

TEST(Synccheck, AMatrixInstructionHasNoMask) {
  World w;
  w.begin();
  auto site = warp_site(1);
  site.operation |= probes::Site::kOfMatrix;
  w.warp(site, 0, ~1u, ~0u);
  w.exit(kExit, 0, ~0u);
  w.end();
  ASSERT_EQ(w.found(), Found{"missing-lane"});
  EXPECT_EQ(w.finding().notes[0],
            "All lanes of the warp must come to this matrix instruction; lane 0, thread (0,0,0), "
            "does not");
}

TEST(Synccheck, ALaneThatComesToABarrierInstead) {
  World w;
  w.begin();
  w.warp(warp_site(1), 0, kLow, ~0u);
  w.barrier(barrier_site(2), 0, ~0u);
  w.open({~0u});
  EXPECT_EQ(w.found(), Found{"missing-lane"});
}

TEST(Synccheck, LanesThatHaveEndedAreNotMissed) {
  World w;
  w.begin();
  w.exit(kExit, 0, kHigh);
  w.warp(warp_site(1), 0, kLow, ~0u);
  w.exit(kExit, 0, kLow);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, BothSidesOfABranchMayHaveTheSameOperation) {
  World w;
  w.begin();
  w.warp(warp_site(1), 0, kLow, ~0u);
  w.warp(warp_site(2), 0, kLow, ~0u);
  w.warp(warp_site(3), 0, kHigh, ~0u);
  w.warp(warp_site(4), 0, kHigh, ~0u);
  w.exit(kExit, 0, ~0u);
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, PartialWarpsHaveNoOtherLanes) {
  World w(16);
  w.begin();
  w.warp(warp_site(1), 0, kLow, ~0u);
  w.exit(kExit, 0, kLow);
  EXPECT_EQ(w.found(), Found{});
}

TEST(Synccheck, OperationsWithoutAMask) {
  World w;
  w.begin();
  static constexpr probes::Frame kLegacy[] = {{"__shfl", "/h/include/heddle/warp_legacy.h", 5, 1},
                                              kFrame};
  auto site = warp_site(1, abi::WarpOp::kShflIdx);
  site.frames = kLegacy;
  site.frame_count = 2;
  site.user_frame = 1;
  w.warp(site, 0, kLow, ~0u);
  w.warp(warp_site(2, abi::WarpOp::kActiveMask), 0, kLow, ~0u);
  w.exit(kExit, 0, ~0u);
  EXPECT_EQ(w.found(), Found{});
}

// The barrier of a cluster, in one of its blocks.
constexpr auto kCluster = abi::kClusterBarrier;

TEST(ClusterBarrier, AllLanesAndEarlyOnesAreSilent) {
  World w(64);
  w.begin();
  const auto site = barrier_site(1), arrives = barrier_site(2, abi::BarrierOp::kArrive);
  for (int i = 0; i < 3; ++i) {
    w.barrier(arrives, 0, ~0u, kCluster);
    w.barrier(site, 0, ~0u, kCluster);
    // Half of it arrives before, and waits later.
    w.barrier(arrives, 1, kLow, kCluster);
    w.barrier(arrives, 1, kHigh, kCluster);
    w.barrier(site, 1, kHigh, kCluster);
    w.open({~0u, kHigh}, kCluster);
    w.barrier(site, 1, kLow, kCluster);
    w.open({0, kLow}, kCluster);
  }
  w.exit(kExit, 0, ~0u);
  w.exit(kExit, 1, ~0u);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

TEST(ClusterBarrier, LanesMissing) {
  for (const bool tell_ends : {false, true}) {
    World w(64);
    w.begin();
    w.barrier(barrier_site(1), 0, ~0u, kCluster);
    w.barrier(barrier_site(1), 1, kLow, kCluster);
    w.open({~0u, kLow}, kCluster);
    if (tell_ends) w.exit(kExit, 1, ~0u);
    EXPECT_EQ(w.found().size(), tell_ends ? 1u : 0u);
    w.end();
    ASSERT_EQ(w.found(), Found{"divergent-barrier"});
    EXPECT_EQ(w.finding().sides[0].thread, (Index3{32, 0, 0}));
    EXPECT_EQ(w.finding().notes[0],
              "Thread (48,0,0) of the same warp does not come to the cluster's barrier");
  }
}

// Lanes that come by two places have all come.
TEST(ClusterBarrier, HalvesOneAfterTheOther) {
  World w(32);
  w.begin();
  w.barrier(barrier_site(1), 0, kLow, kCluster);
  w.open({kLow}, kCluster);
  w.barrier(barrier_site(2), 0, kHigh, kCluster);
  w.open({kHigh}, kCluster);
  w.exit(kExit, 0, ~0u);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

TEST(ClusterBarrier, WhoEndedBeforeIsNotMissed) {
  World w(32);
  w.begin();
  w.barrier(barrier_site(1), 0, ~0u, kCluster);
  w.open({~0u}, kCluster);
  w.exit(kExit, 0, kHigh);
  w.barrier(barrier_site(1), 0, kLow, kCluster);
  w.open({kLow}, kCluster);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

}  // namespace
}  // namespace heddle::checker::testing
