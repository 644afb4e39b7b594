// SPDX-License-Identifier: Apache-2.0
// What the host program does to memory, on made-up events.
#include <gtest/gtest.h>

#include <algorithm>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::MemoryOrigin;
using probes::OrderChange;

constexpr std::uint64_t kStream = 7;

// Work that copies `bytes` from one place to another.
void copy(World& w, std::uint64_t work, std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  w.order({.change = OrderChange::kGiven, .device = 0, .stream = kStream, .work = work});
  w.transfer({.kind = probes::TransferKind::kCopy,
              .refused = false,
              .device = 0,
              .stream = kStream,
              .to = {to, 0, 0},
              .from = {from, 0, 0},
              .width = bytes,
              .height = 1,
              .depth = 1,
              .name = "cudaMemcpyAsync",
              .trace = {},
              .work = work});
}
void wait(World& w) {
  w.order({.change = OrderChange::kWaitedStream, .device = 0, .stream = kStream});
}

TEST(HostAccesses, ToDeviceMemory) {
  World w;
  w.allocate(0x1000, 64);
  w.host_access(0x1004, true);
  w.host_access(0x1004, true);
  ASSERT_EQ(w.found(), Found{"device-pointer"});
  EXPECT_EQ(w.finding().headline, "Invalid write of device memory by the host");
  EXPECT_EQ(w.finding().occurrences, 2u);
  EXPECT_EQ(w.finding().object->relation, "4 bytes inside");
}

TEST(HostAccesses, ToMemoryThatIsFreed) {
  World w;
  w.allocate(0x1000, 64);
  w.free(0x1000, 64);
  w.host_access(0x1000, false);
  EXPECT_EQ(w.found(), Found{"use-after-free"});
}

TEST(HostAccesses, RaceWithACopyUntilTheHostHasWaited) {
  for (const bool waits : {false, true}) {
    World w;
    w.ask_for({"--tool=racecheck", "--check-host-access=all"});
    w.allocate(0x1000, 64);
    w.allocate(0x2000, 64, MemoryOrigin::kHost, "cudaMallocHost");
    w.host_access(0x2010, true);  // before it is given
    copy(w, 1, 0x2000, 0x1000, 64);
    EXPECT_FALSE(w.is_over(1));
    if (waits) wait(w);
    EXPECT_EQ(w.is_over(1), waits);
    w.host_access(0x2010, false);
    EXPECT_EQ(w.found(), waits ? Found{} : Found{"race"});
  }
}

TEST(HostAccesses, ThatComeBeforeTheCopyIsMadeRaceAsWell) {
  World w;
  w.ask_for({"--tool=racecheck", "--check-host-access=all"});
  w.allocate(0x1000, 64);
  w.allocate(0x2000, 64, MemoryOrigin::kHost, "cudaMallocHost");
  w.order({.change = OrderChange::kGiven, .device = 0, .stream = kStream, .work = 1});
  w.host_access(0x2000, true);
  EXPECT_EQ(w.found(), Found{});
  w.transfer({.kind = probes::TransferKind::kCopy,
              .refused = false,
              .device = 0,
              .stream = kStream,
              .to = {0x1000, 0, 0},
              .from = {0x2000, 0, 0},
              .width = 64,
              .height = 1,
              .depth = 1,
              .name = "cudaMemcpyAsync",
              .trace = {},
              .work = 1});
  ASSERT_EQ(w.found(), Found{"race"});
  EXPECT_EQ(w.finding().sides.at(0).action, "Write access by the host program");
}

TEST(HostAccesses, ReadersAreSilentAndBytesCount) {
  World w;
  w.ask_for({"--tool=racecheck", "--check-host-access=all"});
  w.allocate(0x1000, 64);
  w.allocate(0x2000, 128, MemoryOrigin::kManaged, "cudaMallocManaged");
  copy(w, 1, 0x1000, 0x2000, 64);
  w.host_access(0x2000, false);
  w.host_access(0x2040, true);
  EXPECT_EQ(w.found(), Found{});
  w.host_access(0x203f, true);
  EXPECT_EQ(w.found(), Found{"race"});
}

TEST(HostAccesses, ToMemoryInUseAreLookedAtWhenAskedFor) {
  World w;
  const auto asked_for = [&] {
    return std::ranges::any_of(w.checks->listeners(), [](probes::Listener* listener) {
      return probes::has(listener->events(), probes::Event::kHostUse);
    });
  };
  EXPECT_FALSE(asked_for());
  w.ask_for({"--check-host-access=all"});
  EXPECT_TRUE(asked_for());
}

TEST(HostAccesses, CanBeLeftOut) {
  World w;
  w.ask_for({"--check-host-access=no"});
  w.allocate(0x1000, 64);
  w.host_access(0x1004, true);
  EXPECT_EQ(w.found(), Found{});
}

}  // namespace
}  // namespace heddle::checker::testing
