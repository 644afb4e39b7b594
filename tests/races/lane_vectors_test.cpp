// SPDX-License-Identifier: Apache-2.0
// What is asked of eight lanes at a time (probes/lane_vectors.h) is what is asked one by one.
#include "probes/lane_vectors.h"

#include <gtest/gtest.h>

#include <random>

namespace heddle::probes {
namespace {

#if defined(__x86_64__)
TEST(LaneVectors, SayWhatOneByOneSays) {
  if (!in_vectors::are_there()) GTEST_SKIP() << "this CPU has no AVX-512";
  std::mt19937_64 random(11);
  unsigned some = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    const std::uint64_t begin = random() >> random() % 64;
    const std::uint64_t bytes = random() % 4 == 0 ? random() : random() % 600;
    const std::uint64_t bits = random() % 2 == 0 ? ~std::uint64_t{0} : (2ull << random() % 63) - 1;
    const auto lanes = static_cast<std::uint32_t>(random() >> random() % 64);
    std::uint64_t addresses[abi::kWarpSize];
    for (auto& address : addresses) {
      address = random() % 8 == 0 ? random() : begin + random() % 700 - 50;
    }
    const auto below = in_vectors::lanes_below(addresses, begin, bits, bytes);
    ASSERT_EQ(below, one_by_one::lanes_below(addresses, begin, bits, bytes)) << round;
    some += below != 0 && below != ~0u ? 1 : 0;
    const auto a = in_vectors::extent_of(addresses, lanes);
    const auto b = one_by_one::extent_of(addresses, lanes);
    ASSERT_EQ(a.low, b.low) << round;
    ASSERT_EQ(a.high, b.high) << round;
    ASSERT_EQ(a.any, b.any) << round;
  }
  EXPECT_GT(some, 500u);
}
#endif

TEST(LaneVectors, LanesBelowWrapAround) {
  std::uint64_t addresses[abi::kWarpSize] = {};
  addresses[3] = 100;
  addresses[4] = 103;
  addresses[5] = 104;
  addresses[6] = 99;
  EXPECT_EQ(lanes_below(addresses, 100, ~std::uint64_t{0}, 4), 0b11000u);
  EXPECT_EQ(lanes_below(addresses, 96, 15, 5) & 0b1111000u, 0b1001000u);
  const auto extent = extent_of(addresses, 0b1110000);
  EXPECT_EQ(extent.low, 99u);
  EXPECT_EQ(extent.high, 104u);
  EXPECT_EQ(extent.any, 111u);
}

}  // namespace
}  // namespace heddle::probes
