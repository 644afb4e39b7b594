// SPDX-License-Identifier: Apache-2.0
// heddle_races_cost: what the race detector costs, in nanoseconds an event (one warp at one
// instruction) and bytes of shadow a byte touched. docs/check-races.md has a table of it.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>

#include "trace.h"

using namespace heddle;
using namespace heddle::checker::races;

namespace {

// Of this thread: the machine may be busy.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

constexpr unsigned kBlocks = 64, kWarps = 8;

// Rounds of all warps of each block in turn; a barrier behind each round if asked for.
void measure(
    const char* name, Place place, bool barriers,
    const std::function<std::uint64_t(unsigned thread, unsigned round, unsigned block)>& at) {
  Trace trace;
  trace.blocks = kBlocks;
  trace.threads = 32 * kWarps;
  trace.places = {place};
  RaceDetector detector({}, [](const RaceReport&) {});
  Player player(trace, detector);
  player.begin();
  std::vector<Step> steps;
  constexpr unsigned kRounds = 64;
  double best = 1e9;
  for (int repeat = 0; repeat < 5; ++repeat) {
    double spent = 0;
    for (unsigned block = 0; block < kBlocks; ++block) {
      steps.clear();
      for (unsigned round = 0; round < kRounds; ++round) {
        for (unsigned warp = 0; warp < kWarps; ++warp) {
          Step step{.kind = Step::kAccess, .block = block, .warp = warp, .lanes = ~0u};
          for (unsigned lane = 0; lane < 32; ++lane) {
            step.offsets[lane] = at(32 * warp + lane, round, block);
          }
          steps.push_back(step);
        }
        for (unsigned warp = 0; barriers && warp < kWarps; ++warp) {
          steps.push_back({.kind = Step::kArrive, .block = block, .warp = warp, .lanes = ~0u});
        }
        if (barriers) steps.push_back({.kind = Step::kOpen, .block = block});
      }
      const double begin = cpu_seconds();
      for (const auto& step : steps) player.step(step);
      spent += cpu_seconds() - begin;
    }
    best = std::min(best, spent * 1e9 / (kBlocks * kRounds * kWarps));
  }
  player.end();
  std::printf("%-44s %7.0f ns an event, %6.2f MiB of shadow, %llu forgotten\n", name, best,
              double(detector.shadow_bytes()) / (1 << 20),
              static_cast<unsigned long long>(detector.forgotten()));
}

}  // namespace

int main() {
  using probes::AccessKind;
  const Place load{.access = AccessKind::kLoad};
  const Place store{.access = AccessKind::kStore};
  const Place shared{.access = AccessKind::kStore, .shared = true};
  const Place shared_load{.access = AccessKind::kLoad, .shared = true};
  const Place add{.access = AccessKind::kReduction, .strong = true};
  measure("global, side by side, each its own", store, false,
          [](unsigned t, unsigned r, unsigned b) { return 4 * (t + 256 * (r + 64 * b)); });
  measure("global, the same again", store, false,
          [](unsigned t, unsigned, unsigned b) { return 4 * (t + 256 * b); });
  measure("global, all blocks read the same", load, false,
          [](unsigned t, unsigned r, unsigned) { return 4 * (t + 256 * r); });
  measure("global, one place for all lanes", load, false,
          [](unsigned, unsigned r, unsigned) { return 4 * r; });
  measure("shared, side by side", shared, false,
          [](unsigned t, unsigned, unsigned) { return 4 * t; });
  measure("shared, side by side, a barrier each", shared, true,
          [](unsigned t, unsigned, unsigned) { return 4 * t; });
  measure("shared, all warps read one row", shared_load, true,
          [](unsigned t, unsigned r, unsigned) { return 4 * (t % 32) + 128 * (r % 8); });
  measure("shared, a column of 32 (stride 128)", shared_load, true,
          [](unsigned t, unsigned, unsigned) { return 128 * (t % 32); });
  std::vector<unsigned> places(1 << 16);
  std::mt19937 random(1);
  for (auto& place : places) place = random() % 4096;
  measure("global, a place for each lane (gather)", load, false,
          [&](unsigned t, unsigned r, unsigned b) {
            return 4 * places[(t + 256 * r + 7 * b) % 65536];
          });
  measure("atomic additions, 256 counters", add, false, [&](unsigned t, unsigned r, unsigned b) {
    return 4 * (places[(t + 256 * r + 7 * b) % 65536] % 256);
  });
  measure("atomic additions at random places", add, false, [&](unsigned t, unsigned r, unsigned b) {
    return 4 * places[(t + 256 * r + 7 * b) % 65536];
  });
  return 0;
}
