// SPDX-License-Identifier: Apache-2.0
// What compiled code has noted of shared memory: which notes are alike, and that what was found
// calm in one launch hides nothing in the next.
#include <gtest/gtest.h>

#include "checker/races/shared_notes.h"
#include "random_trace.h"

namespace heddle::checker::races {
namespace {

constexpr std::uint64_t kMemory = 0x10000;

struct Notes {
  abi::CodeNotes code{};
  SharedNotes notes;
  std::array<probes::Site, 4> sites{};

  Notes() { begin(kMemory); }
  void begin(std::uint64_t memory) { notes.begin_block(code, sites, memory, 4096); }
  std::vector<abi::SharedNote> some() const {
    std::vector<abi::SharedNote> result;
    for (std::uint32_t i = 0; i < 3; ++i) {
      result.push_back({i, ~0u, 5, 1, probes::Rows::kOneRow, kMemory + 128 * i, 4, 0});
    }
    return result;
  }
};

TEST(SharedNotes, AreKnownWhenAllIsTheSameButWhenItWas) {
  Notes n;
  auto notes = n.some();
  EXPECT_FALSE(n.notes.are_known_calm(notes));
  n.notes.keep_calm(notes);
  EXPECT_TRUE(n.notes.are_known_calm(notes));
  for (auto& note : notes) note.clock += 7;
  EXPECT_TRUE(n.notes.are_known_calm(notes));
}

TEST(SharedNotes, AreOthersWhenOneFieldIsAnother) {
  Notes n;
  n.notes.keep_calm(n.some());
  const auto differs = [&](auto change) {
    auto notes = n.some();
    change(notes[1]);
    return !n.notes.are_known_calm(notes);
  };
  EXPECT_TRUE(differs([](auto& note) { note.site = 3; }));
  EXPECT_TRUE(differs([](auto& note) { note.active = 1; }));
  EXPECT_TRUE(differs([](auto& note) { note.warp = 2; }));
  EXPECT_TRUE(differs([](auto& note) { note.width_log2 = 4; }));
  EXPECT_TRUE(differs([](auto& note) { note.first += 4; }));
  EXPECT_TRUE(differs([](auto& note) { note.stride = 8; }));
  EXPECT_TRUE(differs([](auto& note) { note.pitch = 64; }));
  auto fewer = n.some();
  fewer.pop_back();
  EXPECT_FALSE(n.notes.are_known_calm(fewer));
}

TEST(SharedNotes, AreOfOneKernelAndOneMemory) {
  Notes n;
  n.notes.keep_calm(n.some());
  n.begin(kMemory + 4096);
  EXPECT_FALSE(n.notes.are_known_calm(n.some()));
  const std::array<probes::Site, 4> others{};
  n.notes.begin_block(n.code, others, kMemory, 4096);
  EXPECT_FALSE(n.notes.are_known_calm(n.some()));
  n.begin(kMemory);
  EXPECT_TRUE(n.notes.are_known_calm(n.some()));
}

TEST(SharedNotes, AreTakenInOrderAndMakeRoom) {
  Notes n;
  EXPECT_FALSE(n.notes.any(n.code));
  for (const auto& note : n.some()) *n.code.next_shared++ = note;
  ASSERT_EQ(n.notes.all(n.code).size(), 3u);
  EXPECT_EQ(n.notes.all(n.code)[2].site, 2u);
  n.notes.forget(n.code);
  EXPECT_FALSE(n.notes.any(n.code));
  SharedNotes::refuse(n.code);
  EXPECT_EQ(n.code.next_shared, n.code.end_shared);
  EXPECT_FALSE(n.notes.any(n.code));
}

// Later launches do the same, or the same in another order: each finds what the oracle does, though
// the detector knows of the first one which accesses cannot race.
TEST(SharedNotes, HideNothingInLaterLaunches) {
  RaceOptions options;
  options.look_again = false;
  options.entries = 1024;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    const auto program = random_program(seed);
    if (program.chance) continue;
    Pairs found;
    RaceDetector detector(options, [&](const RaceReport& report) { add(found, report); });
    Player player(program.trace, detector);
    for (unsigned launch = 0; launch < 4; ++launch) {
      found.clear();
      const auto trace = launch < 2 ? program.trace : reordered(program, seed * 3 + launch - 1);
      player.play(trace);
      ASSERT_EQ(text(found), text(oracle(trace)))
          << "program " << seed << ", launch " << launch << '\n'
          << describe(trace);
    }
  }
}

// Of lanes of one warp, with or without a meeting in between.
TEST(SharedNotes, AreTakenWithTheClocksThatTheyHad) {
  for (const bool meets : {false, true}) {
    Trace trace;
    Place store, load;
    store.access = probes::AccessKind::kStore;
    load.access = probes::AccessKind::kLoad;
    store.shared = load.shared = true;
    trace.places = {store, load};
    Step meeting{Step::kWarp, 0, 0, ~0u};
    meeting.members = ~0u;
    Step reads{Step::kAccess, 0, 0, 2};
    reads.place = 1;
    trace.steps.push_back({Step::kAccess, 0, 0, 1});
    if (meets) trace.steps.push_back(meeting);
    trace.steps.push_back(reads);
    trace.steps.push_back(meeting);
    EXPECT_EQ(play(trace, {}).pairs.size(), meets ? 0u : 1u);
    EXPECT_EQ(oracle(trace).size(), meets ? 0u : 1u);
  }
}

// A launch that fails in the middle: what was noted by then is told.
TEST(SharedNotes, AreTakenWhenTheLaunchFails) {
  Trace trace;
  trace.threads = 64;
  Place store;
  store.access = probes::AccessKind::kStore;
  store.shared = true;
  trace.places.push_back(store);
  for (unsigned warp = 0; warp < 2; ++warp) {
    Step step{Step::kAccess, 0, warp, ~0u};
    for (unsigned lane = 0; lane < 32; ++lane) step.offsets[lane] = 4 * lane;
    trace.steps.push_back(step);
  }
  Pairs found;
  RaceDetector detector({}, [&](const RaceReport& report) { add(found, report); });
  Player player(trace, detector);
  player.begin();
  for (const auto& step : trace.steps) player.step(step);
  player.fail();
  EXPECT_EQ(found.size(), 1u);
}

}  // namespace
}  // namespace heddle::checker::races
