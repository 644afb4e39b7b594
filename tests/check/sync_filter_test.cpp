// SPDX-License-Identifier: Apache-2.0
// synccheck's short way finds what the checks find that hear every event.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::Event;

probes::Site site(Event event, std::uint64_t key, std::uint32_t operation = 0) {
  auto site = site_of(event, key);
  site.operation = operation;
  return site;
}

// What a block of two warps, the second one partial, might do, and might not be allowed to.
class RandomBlock {
 public:
  explicit RandomBlock(unsigned seed) : random_(seed) {}

  void play(World& world) {
    world.begin();
    for (unsigned step = 0; step < 24; ++step) one_step(world);
    const unsigned end = below(4);
    if (end == 0) world.deadlock();
    world.end(end <= 1);
  }

 private:
  static constexpr std::uint32_t kAll[2] = {~0u, 0xffff};

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  bool rarely() { return below(8) == 0; }
  std::uint32_t some_of(std::uint32_t lanes) {
    return lanes & static_cast<std::uint32_t>(random_());
  }

  void one_step(World& world) {
    const unsigned w = below(2);
    const std::uint32_t free = live_[w] & ~waits_[w];
    const std::uint32_t lanes = rarely() ? some_of(free) : free;
    if (lanes == 0 || below(3) == 0) return open(world);
    switch (below(8)) {
      case 0:
        if (!rarely()) return;
        world.exit(site(Event::kExit, 90), w, lanes);
        live_[w] &= ~lanes;
        return;
      case 1:
      case 2: {
        const std::uint32_t members = rarely() ? some_of(kAll[w]) | lanes : lanes;
        const auto sync = static_cast<std::uint32_t>(abi::WarpOp::kSync);
        return world.warp(keep(site(Event::kWarp, 20 + below(2), sync)), w, lanes, members);
      }
      case 3:
        if (rarely()) world.operation(site(Event::kWait, 30 + below(2)), w, lanes);
        return;
      default:
        // An id of its own for those that count, as nearly all programs have it.
        const bool counted = rarely();
        if (id_ && counted != (id_ == 1)) return;
        id_ = counted ? 1 : 0;
        world.barrier(site(Event::kBarrier, 10 + below(2)), w, lanes, counted ? 1 : 0,
                      counted ? 64 : 0);
        waits_[w] |= lanes;
    }
  }

  void open(World& world) {
    if (!(waits_[0] | waits_[1])) return;
    // Most open when all are there.
    if ((live_[0] & ~waits_[0]) | (live_[1] & ~waits_[1]) && !rarely()) return;
    world.open({waits_[0], waits_[1]}, id_.value_or(0), id_ == 1 ? 64 : 0);
    waits_[0] = waits_[1] = 0;
    id_.reset();
  }

  std::mt19937 random_;
  std::uint32_t live_[2] = {kAll[0], kAll[1]}, waits_[2] = {0, 0};
  std::optional<std::uint32_t> id_;
};

std::vector<std::string> findings_of(unsigned seed, const char* shortcuts, unsigned* blocks) {
  World world(48);
  world.ask_for({"--tool=synccheck", "--shortcuts", shortcuts});
  for (unsigned block = 0; block < 3; ++block) RandomBlock(3 * seed + block).play(world);
  std::vector<std::string> result;
  for (const auto& finding : world.checks->findings().all()) {
    std::string text = finding.headline;
    for (const auto& side : finding.sides) {
      text += "; " + side.action;
      for (const auto index : side.thread.value_or(Index3{})) text += " " + std::to_string(index);
    }
    for (const auto& note : finding.notes) text += "; " + note;
    result.push_back(text);
  }
  std::ranges::sort(result);
  *blocks += !result.empty();
  return result;
}

TEST(SyncFilter, FindsWhatTheChecksFind) {
  unsigned some = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    unsigned ignored = 0;
    ASSERT_EQ(findings_of(seed, "yes", &some), findings_of(seed, "no", &ignored)) << seed;
  }
  // Both kinds of blocks: right ones, and others.
  EXPECT_GT(some, 60u);
  EXPECT_LT(some, 390u);
}

// What the checks hear late: who ended, and who waits.
TEST(SyncFilter, RemembersWhoWaits) {
  World w(64);
  w.ask_for({"--tool=synccheck"});
  const auto barrier = site(Event::kBarrier, 1);
  w.begin();
  for (int i = 0; i < 3; ++i) {
    w.barrier(barrier, 0, ~0u);
    w.barrier(barrier, 1, ~0u);
    w.open({~0u, ~0u});
  }
  w.exit(site(Event::kExit, 9), 1, 0xff);
  w.barrier(barrier, 0, ~0u);
  for (int i = 0; i < 200; ++i) w.operation(site(Event::kWait, 2), 1, ~0xffu);
  w.deadlock();
  w.end(true);
  ASSERT_EQ(w.found(), Found{"deadlock"});
  EXPECT_EQ(w.finding().notes[0], "32 threads wait at line 9");
  EXPECT_EQ(w.finding().notes[1], "24 threads wait at line 9");
}

}  // namespace
}  // namespace heddle::checker::testing
