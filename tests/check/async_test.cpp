// SPDX-License-Identifier: Apache-2.0
// racecheck, asynchronous copies, on made-up events.
#include <gtest/gtest.h>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::AsyncOp;
using probes::Event;

probes::Site site(AsyncOp op, std::uint64_t key = 1) {
  auto site = site_of(Event::kAsync, key);
  site.operation = static_cast<std::uint32_t>(op);
  return site;
}

// World::access asks those that answer; this tells those that hear.
struct Copies : World {
  Copies() : World(64, 1024) { begin(); }
  void copy(std::uint32_t warp, std::uint64_t offset) {
    operation(site(AsyncOp::kCopy), warp, ~0u, row(shared_begin() + offset, 4), {}, all(4));
  }
  void tell(AsyncOp op, std::uint32_t warp, std::uint64_t groups = 0) {
    operation(site(op), warp, ~0u, {}, {}, all(groups));
  }
  void read(std::uint32_t warp, std::uint64_t offset, bool stores = false) {
    const auto& site = keep(access_site(4, stores, 9, probes::Space::kShared));
    const auto addresses = row(shared_begin() + offset, 4);
    const Lanes none{};
    probes::Access event{
        {site, block, warp, ~0u}, std::span(addresses), std::span(none), ~0u, 0, 0};
    event.row = probes::row_of(event.addresses, ~0u);
    for (auto* listener : checks->listeners()) {
      const auto wanted = listener->events();
      const bool hears =
          probes::has(wanted, Event::kAccess) && !probes::has(wanted, Event::kAnswer);
      if (hears) listener->access(event);
    }
  }
};

TEST(Async, OwnCopyIsWaitedFor) {
  Copies w;
  w.copy(0, 0);
  w.tell(AsyncOp::kCommit, 0);
  w.tell(AsyncOp::kWait, 0, 0);
  w.read(0, 0);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

TEST(Async, OwnCopyIsNotWaitedFor) {
  Copies w;
  w.copy(0, 0);
  w.tell(AsyncOp::kCommit, 0);
  w.read(0, 0);
  w.tell(AsyncOp::kWaitAll, 0);
  w.end();
  ASSERT_EQ(w.found(), Found{"async-copy"});
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{0, 0, 0}));
  EXPECT_EQ(w.finding().sides[1].action, "Copy");
}

TEST(Async, GroupsEndInTheirOrder) {
  Copies w;
  w.copy(0, 0);
  w.tell(AsyncOp::kCommit, 0);
  w.copy(0, 128);
  w.tell(AsyncOp::kCommit, 0);
  w.tell(AsyncOp::kWait, 0, 1);
  w.read(0, 0);
  EXPECT_EQ(w.found(), Found{});
  w.read(0, 128);
  EXPECT_EQ(w.found(), Found{"async-copy"});
}

// A copy that belongs to no group yet is in none that is waited for, but in all copies.
TEST(Async, WhatIsNotCommitted) {
  Copies w;
  w.copy(0, 0);
  w.tell(AsyncOp::kWait, 0, 0);
  w.read(0, 0);
  EXPECT_EQ(w.found(), Found{"async-copy"});
  w.copy(0, 512);
  w.tell(AsyncOp::kWaitAll, 0);
  w.read(0, 512);
  EXPECT_EQ(w.found(), Found{"async-copy"});
}

// The barrier comes before the wait, so that the other warp may read what has not come.
TEST(Async, WaitsOfOthersNeedABarrierBehind) {
  Copies w;
  const auto barrier = site_of(Event::kBarrier, 7);
  w.copy(0, 0);
  w.tell(AsyncOp::kCommit, 0);
  w.barrier(barrier, 0, ~0u);
  w.barrier(barrier, 1, ~0u);
  w.open({~0u, ~0u});
  w.tell(AsyncOp::kWait, 0, 0);
  w.read(1, 0);
  w.end();
  EXPECT_EQ(w.found(), Found{"async-copy"});
}

TEST(Async, WaitsBeforeTheBarrier) {
  Copies w;
  const auto barrier = site_of(Event::kBarrier, 7);
  w.copy(0, 0);
  w.tell(AsyncOp::kCommit, 0);
  w.tell(AsyncOp::kWait, 0, 0);
  w.barrier(barrier, 0, ~0u);
  w.barrier(barrier, 1, ~0u);
  w.open({~0u, ~0u});
  w.read(1, 0);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

TEST(Async, BlocksThatEndBeforeTheirCopies) {
  Copies w;
  w.copy(1, 0);
  w.end();
  ASSERT_EQ(w.found(), Found{"async-copy-dropped"});
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{32, 0, 0}));
}

TEST(Async, OtherBytesAreOthers) {
  Copies w;
  w.copy(0, 0);
  w.read(0, 128, true);
  w.tell(AsyncOp::kArrive, 0);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

// Lane 0 sends 64 bytes of shared memory from `offset` on, and stores there.
struct BulkCopies : Copies {
  BulkCopies() {
    ask_for({"--tool=racecheck"});
    begin();
  }
  void send(std::uint64_t offset) {
    operation(site(AsyncOp::kBulk), 0, 1, all(0x10000), all(shared_begin() + offset), all(64));
    tell_lane(AsyncOp::kBulkCommit);
  }
  void tell_lane(AsyncOp op, std::uint64_t groups = 0) {
    operation(site(op), 0, 1, {}, {}, all(groups));
  }
  void touch(std::uint64_t offset, bool stores) {
    const auto& site = keep(access_site(4, stores, 9, probes::Space::kShared));
    const auto addresses = all(shared_begin() + offset);
    const Lanes none{};
    probes::Access event{{site, block, 0, 1}, std::span(addresses), std::span(none), 1, 0, 0};
    event.row = probes::row_of(event.addresses, 1);
    for (auto* listener : checks->listeners()) {
      const auto wanted = listener->events();
      const bool hears =
          probes::has(wanted, Event::kAccess) && !probes::has(wanted, Event::kAnswer);
      if (hears) listener->access(event);
    }
  }
};

TEST(Bulk, WhatIsSentIsNotOverwritten) {
  BulkCopies w;
  w.send(128);
  w.touch(128, false);
  w.touch(124, true);
  w.touch(192, true);
  EXPECT_EQ(w.found(), Found{});
  w.touch(188, true);
  ASSERT_EQ(w.found(), Found{"async-copy"});
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{0, 0, 0}));
}

TEST(Bulk, GroupsEndInTheirOrder) {
  for (const auto op : {AsyncOp::kBulkWait, AsyncOp::kBulkWaitRead}) {
    BulkCopies w;
    w.send(0);
    w.send(128);
    w.tell_lane(op, 1);
    w.touch(0, true);
    EXPECT_EQ(w.found(), Found{});
    w.touch(128, true);
    EXPECT_EQ(w.found(), Found{"async-copy"});
  }
}

TEST(Bulk, WaitsOfOtherCopiesMeanNothing) {
  BulkCopies w;
  w.send(0);
  w.tell_lane(AsyncOp::kWaitAll);
  w.touch(0, true);
  EXPECT_EQ(w.found(), Found{"async-copy"});
}

}  // namespace
}  // namespace heddle::checker::testing
