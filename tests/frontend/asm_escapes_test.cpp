// SPDX-License-Identifier: Apache-2.0
#include "frontend/asm_escapes.h"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

// The error stands at the % or up to two characters behind it.
TEST(AsmEscapes, NamesAreDoubled) {
  const std::string text = R"(asm("mov.u64 %0, %globaltimer;" : "=l"(t));)";
  const std::string wanted = R"(asm("mov.u64 %0, %%globaltimer;" : "=l"(t));)";
  EXPECT_EQ(double_percents(text, {{1, 18}}), wanted);
  EXPECT_EQ(double_percents(text, {{1, 20}}), wanted);
}

TEST(AsmEscapes, AllToTheEndOfTheString) {
  EXPECT_EQ(double_percents("asm(\"mov %0, %laneid; \"\n\"mov %c1, %%tid.x; mov %[a], %tid.y;\" : "
                            "\"=r\"(x) : \"n\"(y % z));",
                            {{1, 14}}),
            "asm(\"mov %0, %%laneid; \"\n\"mov %c1, %%tid.x; mov %[a], %%tid.y;\" : \"=r\"(x) : "
            "\"n\"(y % z));");
}

TEST(AsmEscapes, TwoStatementsInALine) {
  EXPECT_EQ(double_percents(R"(asm("%a %0" : ""(x)); asm("%b %0" : ""(x));)", {{1, 6}, {1, 28}}),
            R"(asm("%%a %0" : ""(x)); asm("%%b %0" : ""(x));)");
}

// What is not understood stays, and clang's error with it.
TEST(AsmEscapes, OtherTextStays) {
  const std::string text = "int a = 7 / 3;";
  for (unsigned column = 1; column <= text.size() + 2; ++column) {
    EXPECT_EQ(double_percents(text, {{1, column}}), text);
  }
}

}  // namespace
}  // namespace heddle::frontend
