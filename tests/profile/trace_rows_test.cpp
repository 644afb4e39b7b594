// SPDX-License-Identifier: Apache-2.0
#include "report/trace_rows.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using Rows = std::vector<unsigned>;

TEST(TraceRows, WhatLiesSideBySideOrWithinEachOtherSharesARow) {
  EXPECT_EQ(rows_of({{0, 10}, {10, 20}, {2, 8}, {2, 5}, {5, 8}}), (Rows{0, 0, 0, 0, 0}));
}

TEST(TraceRows, WhatOverlapsHasARowOfItsOwn) {
  EXPECT_EQ(rows_of({{0, 10}, {5, 15}, {12, 14}, {9, 20}}), (Rows{0, 1, 0, 2}));
}

TEST(TraceRows, OfTwoThatBeginTogetherTheLongerOneIsOutside) {
  EXPECT_EQ(rows_of({{3, 5}, {3, 9}, {3, 3}}), (Rows{0, 0, 0}));
}

}  // namespace
}  // namespace heddle::report
