// SPDX-License-Identifier: Apache-2.0
#include "gpu/first_lanes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>

namespace heddle::gpu::test {
namespace {

TEST(FirstLanes, AreThoseThatASetHasNotSeen) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 4000; ++round) {
    // From lanes side by side to lanes at both ends of the addresses.
    const auto mask = ~std::uint64_t{0} >> random() % 64;
    const auto base = round % 2 == 0 ? std::uint64_t{0} : random() & ~mask;
    std::array<std::uint64_t, 32> address;
    for (auto& one : address) one = base + (random() & random() & mask);
    address[random() % 32] = address[random() % 32];
    const auto active = static_cast<std::uint32_t>(round % 3 == 0 ? ~0u : random());
    const auto unit_log2 = static_cast<unsigned>(random() % 8);
    std::set<std::uint64_t> seen;
    std::uint32_t want = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      const bool is_active = active >> lane & 1;
      if (is_active && seen.insert(address[lane] >> unit_log2).second) want |= 1u << lane;
    }
    EXPECT_EQ(first_lanes({address, active, 4}, unit_log2), want);
  }
}

TEST(FirstLanes, NoLaneIsFirstWhereNoneIsActive) {
  const std::array<std::uint64_t, 32> address{};
  EXPECT_EQ(first_lanes({address, 0, 4}, 5), 0u);
}

TEST(MostAlike, IsTheLargestCount) {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    std::uint8_t keys[32];
    const auto kinds = 1 + random() % 40;
    for (auto& key : keys) key = static_cast<std::uint8_t>(random() % kinds);
    const auto active = static_cast<std::uint32_t>(round % 4 == 0 ? ~0u : random() & random());
    std::array<std::uint32_t, 256> counts{};
    std::uint32_t most = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (active >> lane & 1) most = std::max(most, ++counts[keys[lane]]);
    }
    EXPECT_EQ(most_alike(keys, active), most);
  }
}

TEST(NextWidth, NoInstructionIsWiderThanItsAlignment) {
  EXPECT_EQ(next_width(16, 16), 16u);
  EXPECT_EQ(next_width(16, 4), 4u);
  EXPECT_EQ(next_width(12, 16), 8u);
  EXPECT_EQ(next_width(3, 1), 1u);
  EXPECT_EQ(next_width(24, 0), 16u);
  EXPECT_EQ(instructions_of(16, 4), 4u);
  EXPECT_EQ(instructions_of(24, 16), 2u);
  EXPECT_EQ(instructions_of(12, 4), 3u);
  EXPECT_EQ(instructions_of(0, 4), 1u);
}

}  // namespace
}  // namespace heddle::gpu::test
