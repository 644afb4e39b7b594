// SPDX-License-Identifier: Apache-2.0
// Errors of the runtime's calls, on made-up events.
#include <gtest/gtest.h>

#include <thread>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::ApiChange;

TEST(ApiErrors, AreReportedAtTheEnd) {
  World w;
  w.api(ApiChange::kFailed, 1, 10);
  w.api(ApiChange::kFailed, 1, 10);
  w.api(ApiChange::kFailed, 1, 11);
  EXPECT_EQ(w.found(), Found{});
  w.checks->finish();
  ASSERT_EQ(w.found(), (Found{"api-error", "api-error"}));
  EXPECT_EQ(w.finding().headline,
            "Program hit cudaErrorInvalidValue (error 1) due to \"invalid argument\" on CUDA API "
            "call to cudaMemcpy");
  EXPECT_EQ(w.finding().occurrences, 2u);
  EXPECT_EQ(w.checks->findings().errors(), 0u);
}

TEST(ApiErrors, AreNoneWhenTheProgramAskedForTheErrorAfterwards) {
  World w;
  w.api(ApiChange::kFailed, 1, 10);
  w.api(ApiChange::kLookedAt, 1, 12);
  w.api(ApiChange::kFailed, 1, 11);
  w.checks->finish();
  EXPECT_EQ(w.found(), Found{"api-error"});
}

TEST(ApiErrors, AreThoseOfEachThread) {
  World w;
  w.api(ApiChange::kFailed, 1, 10);
  std::thread([&] { w.api(ApiChange::kLookedAt, 1, 12); }).join();
  w.checks->finish();
  EXPECT_EQ(w.found(), Found{"api-error"});
}

TEST(ApiErrors, AreNotSaidBesideAnotherFindingOfTheCall) {
  World w;
  w.refuse(0x1000);
  ASSERT_EQ(w.found(), Found{"invalid-free"});
  w.api(ApiChange::kFailed, 1, 3);  // the same call
  w.checks->finish();
  EXPECT_EQ(w.found(), Found{"invalid-free"});
}

TEST(ApiErrors, CanBeLeftOut) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--report-api-errors=no"}, {"--tool=racecheck"}}) {
    World w;
    w.ask_for(words);
    w.api(ApiChange::kFailed, 1, 10);
    w.checks->finish();
    EXPECT_EQ(w.found(), Found{});
  }
}

}  // namespace
}  // namespace heddle::checker::testing
