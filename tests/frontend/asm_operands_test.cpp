// SPDX-License-Identifier: Apache-2.0
#include "frontend/asm_operands.h"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

// From the first " of what stands behind `before` on.
Place place_of(const std::string& text, const std::string& behind) {
  return {1, static_cast<unsigned>(text.find(behind) + behind.size() + 1)};
}

TEST(AsmOperands, AreSeparated) {
  const std::string text = "asm volatile(\"st.u8 [%1], %0;\" ::\"r\"(v) \"l\"(p) : \"memory\");";
  EXPECT_EQ(separate_operands(text, {place_of(text, "(v) ")}),
            "asm volatile(\"st.u8 [%1], %0;\" ::\"r\"(v),\"l\"(p) : \"memory\");");
}

// What is not understood stays, and clang's error with it.
TEST(AsmOperands, OtherTextStays) {
  for (const std::string text : {"f(g(1) \"x\");", "asm(\"a;\" \"b;\" : \"r\"(v)\"l\"(p));",
                                 "asm(\"a;\"); f(g(1) \"x\");"}) {
    for (unsigned column = 1; column <= text.size() + 2; ++column)
      EXPECT_EQ(separate_operands(text, {{1, column}}), text);
  }
}

}  // namespace
}  // namespace heddle::frontend
