// SPDX-License-Identifier: Apache-2.0
// arithcheck, on made-up events.
#include <gtest/gtest.h>

#include <bit>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::Arithmetic;
using probes::NumberKind;

probes::Site site(Arithmetic what, NumberKind number) {
  auto site = site_of(probes::Event::kArithmetic, 1);
  site.operation = static_cast<std::uint32_t>(what);
  site.number = number;
  site.bytes = 4;
  return site;
}

TEST(Arithmetic, SaysTheOperands) {
  World w;
  w.ask_for({"--check-arithmetic=yes"});
  w.begin();
  w.operation(site(Arithmetic::kSubtractOverflow, NumberKind::kSigned), 0, 0x30,
              all(static_cast<std::uint64_t>(-2147483648ll)), row(0, 1));
  ASSERT_EQ(w.found(), Found{"arithmetic"});
  EXPECT_EQ(w.finding().headline, "Signed integer overflow of 32 bits");
  EXPECT_EQ(w.finding().notes[0], "-2147483648 - 4");
  EXPECT_EQ(w.finding().occurrences, 2u);
}

TEST(Arithmetic, Floats) {
  World w;
  w.ask_for({"--check-arithmetic=yes"});
  w.begin();
  w.operation(site(Arithmetic::kConversion, NumberKind::kFloat), 0, 1,
              all(std::bit_cast<std::uint64_t>(3e9)));
  EXPECT_EQ(w.finding().headline,
            "Conversion to an integer of 32 bits that does not hold the value");
  EXPECT_EQ(w.finding().notes[0], "3000000000");
}

TEST(Arithmetic, OnlyWhenAskedFor) {
  World w;
  w.begin();
  w.operation(site(Arithmetic::kShift, NumberKind::kSigned), 0, 1);
  EXPECT_EQ(w.found(), Found{});
}

}  // namespace
}  // namespace heddle::checker::testing
