// SPDX-License-Identifier: Apache-2.0
// Which blocks are looked at, and how the others follow from them.
#include <gtest/gtest.h>

#include "profiler/block_sample.h"
#include "profiler/inferred.h"

namespace heddle::profiler {
namespace {

probes::Launch launch_of(std::uint32_t x, std::uint32_t y, const image::KernelRecord& record) {
  return {1, "k", 0, {x, y, 1}, {32, 1, 1}, 0, 0, record, {}, {}, {}, {1, 1, 1}};
}

std::uint64_t taken(const BlockSample& sample, std::uint32_t x, std::uint32_t y) {
  const image::KernelRecord record{};
  const auto launch = launch_of(x, y, record);
  std::uint64_t count = 0;
  for (std::uint32_t j = 0; j < y; ++j) {
    for (std::uint32_t i = 0; i < x; ++i) {
      const probes::Block block{launch, {i, j, 0}, 0, {}, 0};
      count += sample.of(block).taken;
    }
  }
  return count;
}

TEST(Sample, IsAboutAThousandBlocksOfALargeGrid) {
  const BlockSample sample(false);
  EXPECT_EQ(taken(sample, 2047, 1), 2047u);
  EXPECT_EQ(taken(sample, 2048, 1), 1024u);
  EXPECT_EQ(taken(sample, 64, 1024), 1024u);
  const auto odd = taken(sample, 333, 77);
  EXPECT_GE(odd, 1024u);
  EXPECT_LT(odd, 2048u);
  EXPECT_EQ(taken(BlockSample(true), 64, 1024), 65536u);
}

Scattered scattered(std::uint64_t accesses, std::uint64_t lanes, std::uint64_t sectors) {
  Scattered all;
  all.accesses = accesses;
  all.lanes = lanes;
  all.sums.global_requests = accesses;
  all.sums.global_lanes = lanes;
  all.sums.global_sectors = sectors;
  return all;
}

TEST(Sample, WhatIsLeftOutIsAsWhatWasSeen) {
  AccessTotal total;
  total.sums.global_sectors = 7;  // in a pattern
  total.seen = scattered(10, 200, 100);
  total.left_accesses = 30;
  total.left_lanes = 400;
  total.spare_rank = 5;
  total.spare = scattered(1, 1, 1);
  const auto all = total.all_sums();
  EXPECT_EQ(all.global_requests, 40u);
  EXPECT_EQ(all.global_lanes, 600u);
  EXPECT_EQ(all.global_sectors, 7u + 100u + 200u);
}

TEST(Sample, ABlockOfTheOthersStandsForAPlaceThatNoneOfTheSampleComesBy) {
  AccessTotal total, other;
  total.left_accesses = 2;
  total.left_lanes = 64;
  total.spare_rank = 9;
  total.spare = scattered(2, 64, 50);
  other.left_accesses = 1;
  other.left_lanes = 32;
  other.spare_rank = 3;
  other.spare = scattered(1, 32, 32);
  total.add(other);
  EXPECT_EQ(total.spare_rank, 3u);
  EXPECT_EQ(total.all_sums().global_sectors, 96u);
  EXPECT_EQ(total.all_sums().global_requests, 3u);
  // Parts of one block, of two workers or two pieces of code.
  total.add(other);
  EXPECT_EQ(total.spare.accesses, 2u);
}

TEST(Sample, NumbersThatRestOnItAreKnown) {
  Profile profile;
  profile.accesses.resize(2);
  for (auto& access : profile.accesses) {
    access.space = probes::Space::kGlobal;
    access.sums.global_requests = access.sums.global_lanes = access.sums.global_sectors = 8;
  }
  EXPECT_FALSE(with_other_inferred(profile));
  profile.accesses[1].inferred = 3;
  const auto other = with_other_inferred(profile);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->accesses[0].sums, profile.accesses[0].sums);
  EXPECT_EQ(other->accesses[1].sums.global_requests, 8u);
  EXPECT_EQ(other->accesses[1].sums.global_lanes, 8u);
  EXPECT_NE(other->accesses[1].sums.global_sectors, 8u);
}

}  // namespace
}  // namespace heddle::profiler
