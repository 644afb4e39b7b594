// SPDX-License-Identifier: Apache-2.0
// The detector finds exactly the pairs of places that the oracle finds, whatever the order.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

#include "random_trace.h"

namespace heddle::checker::races {
namespace {

RaceOptions exact() {
  RaceOptions options;
  options.look_again = false;
  options.entries = 1024;
  return options;
}

unsigned number_of(const char* variable, unsigned unless_given) {
  const char* given = std::getenv(variable);
  return given ? unsigned(std::atoi(given)) : unless_given;
}

// HEDDLE_RACE_TRACES: how many programs. HEDDLE_RACE_SEED: the seed of the first one, for others
// than the usual ones.
unsigned programs() {
  const char* level = std::getenv("HEDDLE_TEST_LEVEL");
  return number_of("HEDDLE_RACE_TRACES",
                   level && std::string_view(level) == "nightly" ? 20000 : 2000);
}

TEST(Oracle, SamePairsInEveryOrder) {
  unsigned racy = 0;
  unsigned silent = 0;
  const unsigned first_seed = number_of("HEDDLE_RACE_SEED", 1);
  for (unsigned seed = first_seed; seed < first_seed + programs(); ++seed) {
    const auto program = random_program(seed);
    Pairs first;
    for (unsigned order = 0; order < 3; ++order) {
      const auto trace = order == 0 ? program.trace : reordered(program, seed * 3 + order);
      const auto expected = oracle(trace);
      const auto found = play(trace, exact()).pairs;
      ASSERT_EQ(text(found), text(expected)) << "program " << seed << ", order " << order << '\n'
                                             << describe(trace);
      ++(expected.empty() ? silent : racy);
      if (order == 0) {
        first = found;
      } else if (!program.chance) {
        ASSERT_EQ(text(found), text(first)) << "program " << seed << ", order " << order;
      }
    }
  }
  // Of both kinds there are enough to mean something.
  EXPECT_GT(racy, programs() / 4);
  EXPECT_GT(silent, programs() / 4);
}

// Breaks each rule in turn: some program must show it.
class Mutation : public testing::TestWithParam<RuleRow> {};
TEST_P(Mutation, IsNoticed) {
  auto broken = exact();
  broken.rules.leave_out(GetParam().rule);
  for (unsigned seed = 1; seed <= 20000; ++seed) {
    const auto trace = random_program(seed).trace;
    if (play(trace, broken).pairs != oracle(trace)) return;
  }
  FAIL() << GetParam().sentence;
}
std::vector<RuleRow> rules_of_traces() {
  std::vector<RuleRow> result;
  for (const auto& row : kRules) {
    // These are in rules_test.cpp.
    const bool rare = row.rule == Rule::kWideBarrier || row.rule == Rule::kLaunchOrder ||
                      row.rule == Rule::kOwnAtomic;
    if (!rare) result.push_back(row);
  }
  return result;
}
INSTANTIATE_TEST_SUITE_P(Rules, Mutation, testing::ValuesIn(rules_of_traces()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace heddle::checker::races
