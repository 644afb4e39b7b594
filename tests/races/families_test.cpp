// SPDX-License-Identifier: Apache-2.0
// What a grid that device code has launched knows when it begins.
#include "checker/races/families.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <utility>

namespace heddle::checker::races {
namespace {

// Grids of one block each, whose ids are the numbers of their launches times ten.
struct Family {
  Families families;
  image::KernelRecord record;
  std::list<probes::Launch> launches;
  std::uint64_t next = 1;

  // Returns what its threads know.
  Known begin(std::uint64_t launch, std::uint64_t given, bool may_launch = true) {
    auto& made = launches.emplace_back(probes::Launch{.id = launch,
                                                      .kernel = "kernel",
                                                      .device = 0,
                                                      .grid = {1, 1, 1},
                                                      .block = {32, 1, 1},
                                                      .static_shared_bytes = 0,
                                                      .dynamic_shared_bytes = 0,
                                                      .record = record,
                                                      .params = {},
                                                      .sites = {},
                                                      .window = {},
                                                      .cluster = {1, 1, 1}});
    made.given = given;
    made.may_launch = may_launch;
    return families.begin(made, 10 * launch, 10 * launch + 1);
  }
  const probes::Launch& launch(std::uint64_t id) {
    return *std::ranges::find(launches, id, &probes::Launch::id);
  }
  // By a thread of `parent` that knows `known`.
  std::uint64_t give(std::uint64_t parent, Known known, std::uint64_t after = 0,
                     std::uint64_t also = 0, bool tail = false) {
    const probes::Block block{launch(parent), {0, 0, 0}, 0, {}, 0};
    families.give({block, 0, next, after, also, tail}, std::move(known));
    return next++;
  }
};

bool knows(const Known& known, std::uint64_t launch, Clock clock = 1000) {
  return known && known->unknown_lanes(10 * launch, 0, clock) == 0;
}
Known of_parent(std::uint64_t launch, Clock clock) {
  return Blocks::one(10 * launch, whole_warp(0, clock));
}

TEST(Families, AChildKnowsWhatItsLaunchingThreadKnew) {
  Family f;
  EXPECT_EQ(f.begin(1, 0), nullptr);
  const auto known = f.begin(2, f.give(1, of_parent(1, 5)));
  EXPECT_TRUE(knows(known, 1, 5));
  EXPECT_FALSE(knows(known, 1, 6));
  EXPECT_EQ(f.families.of(1), f.families.of(2));
  EXPECT_NE(f.families.of(1), 0u);
}
TEST(Families, AStreamIsInOrderWithAllThatItsGridsHaveLaunched) {
  Family f;
  f.begin(1, 0);
  const auto first = f.give(1, of_parent(1, 1));
  const auto second = f.give(1, of_parent(1, 2), first);
  const auto beside = f.give(1, of_parent(1, 3));
  f.begin(2, first);
  f.begin(3, f.give(2, of_parent(2, 1)));
  const auto behind = f.begin(4, second);
  EXPECT_TRUE(knows(behind, 2));
  EXPECT_TRUE(knows(behind, 3));
  const auto apart = f.begin(5, beside);
  EXPECT_FALSE(knows(apart, 2));
  EXPECT_FALSE(knows(apart, 3));
  EXPECT_FALSE(knows(apart, 4));
}
TEST(Families, AnEventOrdersTwoStreams) {
  Family f;
  f.begin(1, 0);
  const auto first = f.give(1, of_parent(1, 1));
  const auto own = f.give(1, of_parent(1, 1));
  const auto wait = f.give(1, of_parent(1, 2), own, first);  // no kernel
  const auto last = f.give(1, of_parent(1, 2), wait);
  f.begin(2, first);
  f.begin(3, own);
  const auto known = f.begin(4, last);
  EXPECT_TRUE(knows(known, 2));
  EXPECT_TRUE(knows(known, 3));
}
TEST(Families, ATailComesAfterAllOfItsGrid) {
  Family f;
  f.begin(1, 0);
  const auto child = f.give(1, of_parent(1, 1));
  const auto tail = f.give(1, of_parent(1, 1), 0, 0, true);
  const auto next = f.give(1, of_parent(1, 1), 0, 0, true);
  f.begin(2, child);
  f.begin(3, f.give(2, of_parent(2, 1)));
  const auto known = f.begin(4, tail);
  for (const std::uint64_t launch : {1, 2, 3}) EXPECT_TRUE(knows(known, launch)) << launch;
  const auto behind = f.begin(5, next);
  for (const std::uint64_t launch : {1, 2, 3, 4}) EXPECT_TRUE(knows(behind, launch)) << launch;
}
TEST(Families, WhatThreadsHaveLearntGoesOn) {
  Family f;
  f.begin(1, 0);
  const auto first = f.give(1, of_parent(1, 1));
  const auto second = f.give(1, of_parent(1, 1), first);
  f.begin(2, first);
  f.families.block_end(2, of_parent(7, 3));
  EXPECT_TRUE(knows(f.begin(3, second), 7, 3));
}
// Each launches the next, so deep that a call for each would not fit the stack.
TEST(Families, NestingHasNoBound) {
  Family f;
  f.begin(1, 0);
  const auto first = f.give(1, of_parent(1, 1));
  const auto last = f.give(1, of_parent(1, 1), first);
  auto given = first;
  constexpr std::uint64_t kDepth = 100'000;
  for (std::uint64_t launch = 2; launch < 2 + kDepth; ++launch) {
    f.launches.clear();
    f.begin(launch, given);
    given = f.give(launch, of_parent(launch, 1));
  }
  const auto known = f.begin(kDepth + 2, last);
  EXPECT_TRUE(knows(known, 2));
  EXPECT_TRUE(knows(known, kDepth + 1));
}
TEST(Families, AreForgottenWhenTheHostsLaunchHasEnded) {
  Family f;
  f.begin(1, 0);
  f.begin(2, f.give(1, of_parent(1, 1)));
  f.families.end(f.launch(2));
  EXPECT_NE(f.families.of(2), 0u);
  f.families.end(f.launch(1));
  EXPECT_EQ(f.families.of(2), 0u);
}

TEST(EndedBlocks, JoinToRanges) {
  auto known = join(Blocks::ended(10, 20), Blocks::ended(30, 40));
  EXPECT_EQ(known->unknown_lanes(20, 0, 1), ~0u);
  EXPECT_EQ(known->unknown_lanes(39, 3, 9), 0u);
  known = join(known, Blocks::ended(20, 30));
  for (const BlockId block : {10, 19, 20, 29, 30, 39}) {
    EXPECT_EQ(known->unknown_lanes(block, 0, 1), 0u) << block;
  }
  EXPECT_EQ(known->unknown_lanes(9, 0, 1), ~0u);
  EXPECT_EQ(known->unknown_lanes(40, 0, 1), ~0u);
  EXPECT_EQ(join(known, Blocks::ended(12, 18)), known);
}

}  // namespace
}  // namespace heddle::checker::races
