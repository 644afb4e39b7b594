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

// Every call answers the error of a launch that failed: the finding names the kernel's line and the
// call that told it first.
TEST(Faults, AreReportedOnceWithTheCallThatToldThem) {
  World w;
  w.fault(719, "trap", "saxpy.cu:12", 5);
  ASSERT_EQ(w.found(), Found{"launch-failure"});
  EXPECT_EQ(w.finding().headline, "Launch failed: trap");
  EXPECT_EQ(w.finding().sides.at(0).places.at(0).line, 12u);
  EXPECT_EQ(w.finding().sides.at(0).thread, (Index3{5, 0, 0}));
  EXPECT_EQ(w.finding().traces.size(), 0u);
  w.api(ApiChange::kFailed, 719, 10);
  w.api(ApiChange::kFailed, 719, 11);
  w.api(ApiChange::kFailed, 1, 12);
  w.checks->finish();
  EXPECT_EQ(w.found(), (Found{"launch-failure", "api-error"}));
  EXPECT_EQ(w.finding().traces.size(), 1u);
  EXPECT_EQ(w.checks->findings().errors(), 1u);
}

TEST(Faults, BelongToWhatWasFoundAtTheirLine) {
  World w;
  w.begin();
  w.access(access_site(4), all(0), all(0));
  w.fault(700, "so many wrong accesses of one block that it may never end", "saxpy.cu:9");
  ASSERT_EQ(w.found(), Found{"null-pointer"});
  EXPECT_EQ(w.finding().notes.back(),
            "The launch ends there: so many wrong accesses of one block that it may never end");
}

TEST(Faults, SayWhichThreadsItMayHaveBeen) {
  World w(64);
  w.fault(700, "illegal address 0x8 (read)", "", 32, 32);
  EXPECT_FALSE(w.finding().sides.at(0).thread);
  EXPECT_EQ(w.finding().notes.at(0), "By one of the threads (32,0,0) to (63,0,0) of block (3,0,0)");
}

TEST(Faults, AreFoundWithoutApiErrors) {
  World w;
  w.ask_for({"--report-api-errors=no"});
  w.fault(719, "trap", "saxpy.cu:12");
  EXPECT_EQ(w.found(), Found{"launch-failure"});
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
