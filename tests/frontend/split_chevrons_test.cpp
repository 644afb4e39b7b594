// SPDX-License-Identifier: Apache-2.0
#include "frontend/split_chevrons.h"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

TEST(SplitChevrons, AreJoined) {
  EXPECT_EQ(join_chevrons("k << <1, 2 >>  > (3);\n", {{1, 6}, {1, 16}}), "k  <<<1, 2   >>> (3);\n");
}

// What is not understood stays, and clang's error with it.
TEST(SplitChevrons, OtherExpressionsStay) {
  for (const std::string text : {"a << + <b;", "a < <b;", "<", "a <<\n<b;", "a >> <b;"}) {
    for (unsigned column = 1; column <= text.size(); ++column) {
      EXPECT_EQ(join_chevrons(text, {{1, column}}), text);
    }
  }
}

}  // namespace
}  // namespace heddle::frontend
