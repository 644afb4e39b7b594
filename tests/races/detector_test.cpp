// SPDX-License-Identifier: Apache-2.0
// What is not a rule: launches, memory that comes anew, stored values, limits, host threads.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "trace.h"

namespace heddle::checker::races {
namespace {

using probes::AccessKind;

Trace stores(unsigned blocks, bool shared, std::uint64_t at = 0) {
  Trace trace;
  trace.blocks = blocks;
  trace.places = {{.access = AccessKind::kStore, .shared = shared}};
  for (unsigned block = 0; block < blocks; ++block) {
    Step step{.kind = Step::kAccess, .block = block, .lanes = ~0u};
    for (unsigned lane = 0; lane < 32; ++lane) step.offsets[lane] = at + 4 * lane;
    trace.steps.push_back(step);
  }
  return trace;
}
void all(Player& player, const Trace& trace) {
  for (const auto& step : trace.steps) player.step(step);
}

struct Counter {
  std::vector<RaceReport> reports;
  RaceDetector detector;
  explicit Counter(RaceOptions options = {})
      : detector(options, [this](const RaceReport& report) { reports.push_back(report); }) {}
};

TEST(Launches, OneAfterTheOther) {
  for (const bool ordered : {true, false}) {
    RaceOptions options;
    if (!ordered) options.rules.leave_out(Rule::kLaunchOrder);
    Counter counter(options);
    const auto trace = stores(1, false);
    for (int i = 0; i < 3; ++i) {
      Player player(trace, counter.detector);
      player.begin();
      all(player, trace);
      player.end();
    }
    EXPECT_EQ(counter.reports.empty(), ordered);
  }
}
TEST(Launches, SideBySide) {
  Counter counter;
  const auto trace = stores(1, false);
  Player a(trace, counter.detector);
  Player b(trace, counter.detector);
  a.begin();
  b.begin();
  all(a, trace);
  all(b, trace);
  a.end();
  b.end();
  ASSERT_EQ(counter.reports.size(), 1u);
  EXPECT_NE(counter.reports[0].first.launch, counter.reports[0].second.launch);
  EXPECT_EQ(counter.reports[0].first.kernel, "kernel");
}
TEST(Launches, ThreeOfWhichTwoMeet) {
  // a ends, b goes on, c begins: c comes after a, but beside b, and b beside a.
  Counter counter;
  const auto one = stores(1, false, 0);
  const auto two = stores(1, false, 4096);
  Player a(one, counter.detector);
  Player b(two, counter.detector);
  Player c(one, counter.detector);
  a.begin();
  b.begin();
  all(a, one);
  a.end();
  c.begin();
  all(c, one);
  c.end();
  EXPECT_TRUE(counter.reports.empty());
  all(b, one);
  b.end();
  EXPECT_FALSE(counter.reports.empty());
}
// Lanes of a warp meet, which code counts; a barrier of the other warp opens before the detector
// hears of the warp again.
TEST(Meetings, CountBesideBarriersOfOthers) {
  for (const bool meets : {false, true}) {
    Trace trace;
    trace.threads = 64;
    trace.places = {{.access = AccessKind::kStore}};
    Step first{.kind = Step::kAccess, .lanes = 1};
    Step second{.kind = Step::kAccess, .lanes = 2};
    first.offsets.fill(64);
    second.offsets.fill(64);
    const Step meeting{.kind = Step::kWarp, .lanes = ~0u, .members = ~0u};
    trace.steps.push_back(first);
    if (meets) trace.steps.push_back(meeting);
    trace.steps.push_back({.kind = Step::kArrive, .warp = 1, .lanes = ~0u, .barrier = 2});
    trace.steps.push_back({.kind = Step::kOpen, .barrier = 2, .counted = 32});
    trace.steps.push_back(second);
    EXPECT_EQ(play(trace, {}).pairs.size(), meets ? 0u : 1u);
    EXPECT_EQ(oracle(trace).size(), meets ? 0u : 1u);
  }
}
TEST(Memory, SharedMemoryIsNewInEachBlock) {
  Counter counter;
  const auto trace = stores(1, true);
  // Beside another launch, so that nothing is in order.
  Player other(trace, counter.detector);
  for (int i = 0; i < 2; ++i) {
    Player player(trace, counter.detector);
    player.begin();
    all(player, trace);
    if (i == 0) other.begin();
    player.end();
  }
  other.end();
  EXPECT_TRUE(counter.reports.empty());
}
TEST(Memory, AllocatedAnew) {
  for (const bool anew : {false, true}) {
    Counter counter;
    const auto trace = stores(2, false);
    Player player(trace, counter.detector);
    player.begin();
    player.step(trace.steps[0]);
    probes::Memory event{};
    event.change = probes::MemoryChange::kAllocated;
    event.address = kGlobalBase;
    event.bytes = 128;
    if (anew) counter.detector.memory(event);
    player.step(trace.steps[1]);
    player.end();
    EXPECT_EQ(counter.reports.empty(), anew);
  }
}

// Values: two lanes of one instruction, and two blocks one after the other.
struct Stores {
  Counter counter;
  std::uint32_t memory[16] = {};
  image::KernelRecord record;
  probes::Site site{};
  probes::Launch launch{1, "kernel", 0, {2, 1, 1}, {32, 1, 1}, 0, 0, record, {}, {}, {}, {1, 1, 1}};
  probes::Block blocks[2] = {{launch, {0, 0, 0}, 0, {}, 0}, {launch, {1, 0, 0}, 1, {}, 0}};

  Stores() {
    site.event = probes::Event::kAccess;
    site.access = AccessKind::kStore;
    site.space = probes::Space::kGlobal;
    site.bytes = 4;
    site.touched = 15;
    counter.detector.kernel_begin(launch);
    for (auto& block : blocks) counter.detector.block_begin(block);
  }
  void store(unsigned block, std::uint32_t lanes, std::initializer_list<std::uint64_t> values) {
    std::array<std::uint64_t, 32> addresses{};
    addresses.fill(reinterpret_cast<std::uint64_t>(memory));
    std::array<std::uint64_t, 32> all{};
    std::copy(values.begin(), values.end(), all.begin());
    probes::Access event{{site, blocks[block], 0, lanes}, addresses, addresses, 0, 0, 0};
    counter.detector.access(event, all);
    memory[0] = std::uint32_t(all[0]);
  }
  Values end() {
    for (auto& block : blocks) counter.detector.block_end(block);
    counter.detector.kernel_end(launch);
    return counter.reports.size() == 1 ? counter.reports[0].values : Values::kUnknown;
  }
};
TEST(Values, OfOneInstruction) {
  Stores same;
  same.store(0, 3, {7, 7});
  EXPECT_EQ(same.end(), Values::kSame);
  Stores different;
  different.store(0, 3, {7, 8});
  EXPECT_EQ(different.end(), Values::kDifferent);
}
TEST(Values, OfTwoBlocks) {
  Stores same;
  same.store(0, 1, {7});
  same.store(1, 1, {7});
  EXPECT_EQ(same.end(), Values::kSame);
  Stores different;
  different.store(0, 1, {7});
  different.store(1, 1, {7});
  different.store(1, 2, {0, 8});
  EXPECT_EQ(different.end(), Values::kDifferent);
}

// A place that many blocks read: what is kept of it is bounded, and is enough for a writer.
TEST(Limits, ManyReaders) {
  constexpr unsigned kBlocks = 200;
  Trace trace;
  trace.blocks = kBlocks;
  trace.places = {{.access = AccessKind::kLoad}, {.access = AccessKind::kStore}};
  for (unsigned block = 0; block < kBlocks; ++block) {
    Step step{.kind = Step::kAccess, .block = block, .lanes = ~0u};
    step.offsets.fill(64);
    trace.steps.push_back(step);
  }
  trace.steps.push_back({.kind = Step::kAccess, .block = 7, .lanes = 1, .place = 1});
  trace.steps.back().offsets.fill(64);
  std::mt19937 random(1);
  for (int order = 0; order < 20; ++order) {
    const auto played = play(trace, {});
    ASSERT_EQ(played.pairs, (Pairs{{0, 1, false}})) << order;
    std::shuffle(trace.steps.begin(), trace.steps.end(), random);
  }
}

// Blocks on several host threads: the same races, and no data race of our own (preset tsan).
TEST(Threads, SeveralWorkers) {
  constexpr unsigned kWorkers = 4;
  Trace trace;
  trace.blocks = kWorkers;
  trace.threads = 64;
  trace.places = {
      {.access = AccessKind::kStore},
      {.access = AccessKind::kStore, .shared = true},
      {.access = AccessKind::kAtomic, .strong = true, .order = probes::Order::kAcquireRelease},
      {.access = AccessKind::kLoad}};
  Counter counter;
  Player player(trace, counter.detector);
  player.begin();
  std::vector<std::thread> threads;
  for (unsigned block = 0; block < kWorkers; ++block) {
    threads.emplace_back([&, block] {
      for (unsigned round = 0; round < 200; ++round) {
        for (unsigned warp = 0; warp < 2; ++warp) {
          Step step{.kind = Step::kAccess, .block = block, .warp = warp, .lanes = ~0u};
          const auto touch = [&](unsigned place, std::uint64_t at, unsigned stride) {
            step.place = place;
            for (unsigned lane = 0; lane < 32; ++lane) step.offsets[lane] = at + lane * stride;
            player.step(step);
          };
          touch(0, 8192 + 1024 * block + 128 * warp, 4);
          touch(1, 128 * warp, 4);
          touch(2, 4 * (round % 16), 0);
          touch(3, 4096, 4);
          if (round == 150) touch(0, 64, 4);  // all at one place
        }
        for (unsigned warp = 0; warp < 2; ++warp) {
          player.step({.kind = Step::kArrive, .block = block, .warp = warp, .lanes = ~0u});
        }
        player.step({.kind = Step::kOpen, .block = block});
      }
    });
  }
  for (auto& thread : threads) thread.join();
  player.end();
  ASSERT_FALSE(counter.reports.empty());
  for (const auto& report : counter.reports) {
    EXPECT_EQ(report.first.site->key, 1u);
    EXPECT_GE(report.address, kGlobalBase);
    EXPECT_LT(report.address, kGlobalBase + 256);
  }
}

}  // namespace
}  // namespace heddle::checker::races
