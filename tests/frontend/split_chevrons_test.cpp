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

std::string joined(std::string text) {
  for (const SplitChevrons brackets : find_split_chevrons(text)) join(text, brackets);
  return text;
}

TEST(SplitChevrons, AreFound) {
  EXPECT_EQ(joined("k << <1, 2 >>  > (3);\n"), "k  <<<1, 2   >>> (3);\n");
  EXPECT_EQ(joined("k<<<1, 2>> >(3); f<4> <<\t<n, m[1 >> 2]>>>();"),
            "k<<<1, 2 >>>(3); f<4>  <<<n, m[1 >> 2]>>>();");
  EXPECT_EQ(joined("k<< <grid(a >> b), 2>> >(p); j<< <1, 1>> >();"),
            "k <<<grid(a >> b), 2 >>>(p); j <<<1, 1 >>>();");
  // Numbers with separators, which are no characters.
  EXPECT_EQ(joined("x = 1'000; k<< <1'0, 1>> >();"), "x = 1'000; k <<<1'0, 1 >>>();");
  EXPECT_EQ(joined("#error don't\nk<< <1, 1>> >();"), "#error don't\nk <<<1, 1 >>>();");
}

// What ends template arguments, is text, or is not closed.
TEST(SplitChevrons, OthersAreNotFound) {
  for (const std::string text :
       {"vector<vector<vector<int>> > v;", "a = b << c; d = e >> f; if (g >> h > 2) {}",
        "// k<< <1, 2>> >\n/* k<< <1, 2>> > */", R"(s = "k<< <1, 2>> >"; c = '"';)",
        "s = R\"x(k<< <1, \" 2>> >)x\";", "k<<<1, 2>>>(); vector<vector<vector<int>> > v;",
        "k<<<1, 2; vector<vector<vector<int>> > v;", "a <<\n<b", "<<", ">> >", "'", "\"", "/*",
        "//", "R\"(", "<< ", ""}) {
    EXPECT_EQ(joined(text), text);
  }
}

}  // namespace
}  // namespace heddle::frontend
