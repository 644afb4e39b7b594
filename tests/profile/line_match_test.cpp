// SPDX-License-Identifier: Apache-2.0
#include "profiler/line_match.h"

#include <gtest/gtest.h>

namespace heddle::profiler {
namespace {

using Pairs = std::map<std::uint32_t, std::uint32_t>;

TEST(LineMatch, MovedLinesKeepTheirPartners) {
  EXPECT_EQ(match_lines({"a", "b", "c"}, {"new", "a", "b", "  c"}),
            (Pairs{{1, 2}, {2, 3}, {3, 4}}));
  EXPECT_EQ(match_lines({"a", "b", "c"}, {"a", "c"}), (Pairs{{1, 1}, {3, 2}}));
}

TEST(LineMatch, AsManyLinesBetweenTwoPairsAreTheSameLinesEdited) {
  EXPECT_EQ(match_lines({"a", "b", "c"}, {"a", "B", "c"}), (Pairs{{1, 1}, {2, 2}, {3, 3}}));
  // Two for one: nobody knows which of them it became.
  EXPECT_EQ(match_lines({"a", "b", "c"}, {"a", "B", "B2", "c"}), (Pairs{{1, 1}, {3, 4}}));
}

TEST(LineMatch, LinesThatAreWrittenSeveralTimesArePairedInOrder) {
  EXPECT_EQ(match_lines({"}", "x", "}"}, {"}", "}", "x", "}"}), (Pairs{{1, 1}, {2, 3}, {3, 4}}));
}

TEST(LineMatch, NothingHasNoPartners) {
  EXPECT_EQ(match_lines({}, {"a"}), Pairs{});
  EXPECT_EQ(match_lines({"a"}, {}), Pairs{});
}

}  // namespace
}  // namespace heddle::profiler
