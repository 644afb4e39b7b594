// SPDX-License-Identifier: Apache-2.0
#include "profiler/kernel_sums.h"

#include <gtest/gtest.h>

namespace heddle::profiler {
namespace {

TEST(KernelSums, AddUpLaunchesAndAreNotKnownWhereOneIsNot) {
  const std::vector<const Metric*> metrics = {find_metric("smsp__inst_executed.sum"),
                                              find_metric("memory_l2_theoretical_sectors_global")};
  std::vector<Profile> profiles(4);
  const char* const names[] = {"small", "large", "small", "unknown"};
  const std::uint64_t launches[] = {3, 2, 4, 1};
  for (std::size_t k = 0; k < profiles.size(); ++k) {
    profiles[k].kernel = names[k];
    profiles[k].launches = launches[k];
  }
  const Value values[4][2] = {{Value::of(10), Value::of(7)},
                              {Value::of(500), Value::of(1)},
                              {Value::of(20), Value::none("it ran thread by thread")},
                              {Value::none("it was not counted"), Value::of(5)}};
  const auto sums =
      sums_by_kernel(profiles, metrics, [&](std::size_t k, const Metric& metric) -> const Value& {
        return values[k][&metric == metrics[0] ? 0 : 1];
      });
  ASSERT_EQ(sums.size(), 3u);
  EXPECT_EQ(sums[0].kernel, "large");
  EXPECT_EQ(sums[0].launches, 2u);
  EXPECT_EQ(sums[0].sums, (std::vector<std::optional<double>>{1000, 2}));
  EXPECT_EQ(sums[1].kernel, "small");
  EXPECT_EQ(sums[1].launches, 7u);
  EXPECT_EQ(sums[1].sums, (std::vector<std::optional<double>>{3 * 10 + 4 * 20, std::nullopt}));
  EXPECT_EQ(sums[2].kernel, "unknown");
  EXPECT_EQ(sums[2].sums, (std::vector<std::optional<double>>{std::nullopt, 5}));
}

}  // namespace
}  // namespace heddle::profiler
