// SPDX-License-Identifier: Apache-2.0
// The simulated caches on access streams whose answer is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "gpu/registry.h"
#include "profiler/caches/atomic_places.h"
#include "profiler/caches/replay.h"
#include "profiler/caches/sector_cache.h"
#include "profiler/caches/sm_loads.h"

namespace heddle::profiler {
namespace {

const gpu::Model& h200() {
  static const auto models = std::get<std::vector<gpu::Model>>(gpu::find_models("h200"));
  return models.front();
}

constexpr std::uint64_t kMega = std::uint64_t{1} << 20;

// A block a line of `bytes`, which it loads `times` times, all blocks before the next round.
LineLog::Told stream(std::uint64_t bytes, unsigned times, LineUse use) {
  LineLog::Told told;
  const auto lines = bytes / LineLog::kLineBytes;
  constexpr std::uint64_t kBlocks = 132;  // one an SM
  told.steps.assign(kBlocks, static_cast<std::uint32_t>(times * lines / kBlocks + 1));
  for (unsigned t = 0; t < times; ++t) {
    for (std::uint64_t line = 0; line < lines; ++line) {
      const auto step = (t * lines + line) / kBlocks;
      told.touches.push_back({line,
                              static_cast<unsigned>(use),
                              0xf,
                              0,
                              0,
                              static_cast<std::uint32_t>((line + t * 7) % kBlocks),
                              static_cast<std::uint32_t>(step),
                              0,
                              static_cast<std::uint32_t>(scrambled(line)),
                              {32, 32, 32, 32}});
    }
  }
  return told;
}

CacheCounts run(const LineLog::Told& told, const probes::AccessPolicyWindow& window = {}) {
  return replay(told, {1, 0}, window, h200(), {}).counts;
}

TEST(SectorCache, TheLineUsedLongestAgoGoes) {
  SectorCache cache(2);
  EXPECT_EQ(cache.insert({1, 0xf, 0}).valid, 0u);
  EXPECT_EQ(cache.insert({2, 0xf, 0x1}).valid, 0u);
  EXPECT_NE(cache.find(1), nullptr);
  const auto gone = cache.insert({3, 0x1, 0});
  EXPECT_EQ(gone.line, 2u);
  EXPECT_EQ(gone.dirty, 1u);
  EXPECT_EQ(cache.find(2), nullptr);
  EXPECT_EQ(cache.take(1).line, 1u);
  EXPECT_EQ(cache.find(1), nullptr);
}

// A load that touches two lines waits for the farther one; what another warp asked for at the same
// time is under way, not there.
TEST(Caches, LoadWaitsForItsSlowestLine) {
  const probes::Site site{};
  LineLog::Told told;
  told.sites = {&site};
  told.steps = {4};
  const auto load = [&](std::uint64_t line, unsigned warp, std::uint32_t step) {
    told.touches.push_back({line, static_cast<unsigned>(LineUse::kLoad), 0xf, warp, 0, 0, step});
  };
  load(1, 0, 0);  // from memory
  load(1, 1, 0);  // under way
  load(1, 0, 1);  // L1
  load(1, 1, 1);  // L1
  load(1, 0, 2);  // L1, but for the other line, which memory has
  load(2, 0, 2);
  load(1, 1, 2);  // L1
  const auto levels = replay(told, {1, 1 << 16}, {}, h200(), {}).levels;
  ASSERT_EQ(levels.size(), 1u);
  EXPECT_EQ(levels[0].loads, (LoadLevels{3, 0, 3, 0}));
}

TEST(Caches, LinesOfAnotherSmComeFromL2) {
  const probes::Site site{};
  LineLog::Told told;
  told.sites = {&site};
  told.steps = {1, 2};
  told.touches = {{1, 0, 0xf, 0, 0, 0, 0}, {1, 0, 0xf, 0, 0, 1, 1}};
  const auto levels = replay(told, {1, 1 << 16}, {}, h200(), {}).levels;
  EXPECT_EQ(levels[0].loads, (LoadLevels{0, 1, 1, 0}));
}

// Lines 8 to 15 are pinned memory of the host: an SM keeps what it has read of it, L2 does not, and
// the GPU's memory has nothing to do with it.
TEST(Caches, TheHostsMemoryLiesBehindTheLink) {
  using namespace probes;
  HostMemory host;
  const auto memory = [&](MemoryChange change, std::uint64_t line) {
    host.change({.change = change,
                 .origin = MemoryOrigin::kHost,
                 .device = -1,
                 .address = line * LineLog::kLineBytes,
                 .bytes = 8 * LineLog::kLineBytes,
                 .name = {},
                 .trace = {}});
  };
  memory(MemoryChange::kAllocated, 8);
  memory(MemoryChange::kAllocated, 100);
  memory(MemoryChange::kFreed, 100);
  const Site site{};
  LineLog::Told told;
  told.sites = {&site};
  told.steps = {6, 6};
  const auto touch = [&](std::uint64_t line, LineUse use, std::uint32_t block, std::uint32_t step) {
    told.touches.push_back({line, static_cast<unsigned>(use), 0xf, 0, 0, block, step});
  };
  touch(8, LineUse::kLoad, 0, 0);  // over the link
  touch(8, LineUse::kLoad, 0, 1);  // L1
  touch(8, LineUse::kLoad, 1, 2);  // another SM: over the link
  touch(15, LineUse::kStore, 0, 3);
  touch(16, LineUse::kLoad, 0, 4);  // the GPU's memory again
  touch(100, LineUse::kLoad, 1, 4);
  const auto [counts, levels] = replay(told, {1, 1 << 16}, {}, h200(), host);
  EXPECT_EQ(levels[0].loads, (LoadLevels{1, 0, 2, 2}));
  EXPECT_EQ(counts.link_reads, 8u);
  EXPECT_EQ(counts.link_writes, 4u);
  EXPECT_EQ(counts.dram_reads, 8u);
  EXPECT_EQ(counts.l2_writes, 0u);
}

TEST(Caches, WhatFitsIsReadFromMemoryOnce) {
  const auto counts = run(stream(4 * kMega, 3, LineUse::kLoad));
  EXPECT_EQ(counts.dram_reads, 4 * kMega / 32);
  EXPECT_EQ(counts.l2_reads - counts.l2_read_hits, counts.dram_reads);
}

TEST(Caches, WhatDoesNotFitIsReadEachTime) {
  const auto counts = run(stream(64 * kMega, 2, LineUse::kLoad));
  EXPECT_EQ(counts.dram_reads, 2 * 64 * kMega / 32);
}

TEST(Caches, StoresStayInL2UntilTheyHaveToGo) {
  EXPECT_EQ(run(stream(4 * kMega, 1, LineUse::kStore)).dram_writes, 0u);
  const auto counts = run(stream(64 * kMega, 1, LineUse::kStore));
  EXPECT_GT(counts.dram_writes, 16 * kMega / 32);
  EXPECT_LT(counts.dram_writes, 64 * kMega / 32);
}

// spec/000: data that is read again and again beside data that streams by.
TEST(Caches, AWindowKeepsWhatIsToPersist) {
  LineLog::Told told;
  constexpr std::uint64_t kBlocks = 132, kOften = 30 * kMega / 128, kOnce = 96 * kMega / 128;
  told.steps.assign(kBlocks, static_cast<std::uint32_t>(2 * kOnce / kBlocks + 1));
  for (std::uint64_t k = 0; k < kOnce; ++k) {
    const auto block = static_cast<std::uint32_t>(k % kBlocks);
    const auto step = static_cast<std::uint32_t>(2 * (k / kBlocks));
    told.touches.push_back({kOften + k, 0, 0xf, 0, 0, block, step});
    told.touches.push_back({k % kOften, 0, 0xf, 0, 0, block, step + 1});
  }
  const auto plain = run(told);
  const auto without = plain.dram_reads;
  probes::AccessPolicyWindow window;
  window.bytes = kOften * 128;
  window.hit_ratio = 1;
  window.hit = probes::AccessProperty::kPersisting;
  window.miss = probes::AccessProperty::kStreaming;
  window.base = nullptr;
  const auto with = run(told, window).dram_reads;
  EXPECT_EQ(with, (kOnce + kOften) * 4);  // each line once
  EXPECT_GT(without, with + 2 * kOnce);   // what is used often is thrown out by what streams
  // And it is known where that is, and what a window would save.
  EXPECT_EQ(plain.window_rereads, without - with);
  EXPECT_EQ(plain.window_bytes, 30 * kMega);
  EXPECT_EQ(run(told, window).window_rereads, 0u);
}

// 16 MB that the launch before has loaded, and its stores, which have to go before others can come.
TEST(Caches, L2KeepsWhatALaunchLeft) {
  HeldLines held;
  const auto once = [&](LineLog::Told told) {
    return replay(told, {1, 0}, {}, h200(), {}, &held).counts;
  };
  const auto first = once(stream(16 * kMega, 1, LineUse::kLoad));
  EXPECT_EQ(first.dram_reads, 16 * kMega / 32);
  EXPECT_EQ(held.lines.size(), 16 * kMega / 128);
  const auto second = once(stream(16 * kMega, 1, LineUse::kLoad));
  EXPECT_EQ(second.dram_reads, 0u);
  EXPECT_EQ(second.l2_read_hits, 16 * kMega / 32);
  EXPECT_EQ(once(stream(16 * kMega, 1, LineUse::kStore)).dram_writes, 0u);
  auto other = stream(200 * kMega, 1, LineUse::kLoad);
  for (auto& touch : other.touches) touch.line += 1 << 20;
  EXPECT_EQ(once(other).dram_writes, 16 * kMega / 32);
  EXPECT_EQ(once(stream(16 * kMega, 1, LineUse::kLoad)).dram_reads, 16 * kMega / 32);
  // A launch of which fewer lines were looked at leaves fewer.
  auto some = stream(16 * kMega, 1, LineUse::kLoad);
  some.keep(3);
  EXPECT_EQ(once(some).dram_reads, 0u);
  EXPECT_EQ(held.shift, 3u);
  EXPECT_NEAR(double(some.touches.size()), 16.0 * kMega / 128 / 8, 1000);
}

// What is read twice is larger than the part that can be set aside (37.5 MiB): as much of it as
// fits.
TEST(Caches, AWindowIsNoLargerThanWhatCanBeSetAside) {
  const auto counts = run(stream(128 * kMega, 2, LineUse::kLoad));
  EXPECT_EQ(counts.window_bytes, 37 * kMega);
  EXPECT_EQ(counts.window_rereads, 37 * kMega / 32);
  EXPECT_EQ(run(stream(128 * kMega, 1, LineUse::kLoad)).window_rereads, 0u);
}

// 264 blocks, two on each SM; two of one SM take ten times as long as all others.
TEST(Caches, OneSmHasMostOfTheWork) {
  std::vector<std::uint64_t> cycles(264, 100);
  EXPECT_EQ(imbalance_of_sms(cycles, 2, 132), 1);
  cycles[5] = cycles[5 + 132] = 1000;
  const auto mean = double(264 * 100 + 2 * 900) / 264;
  EXPECT_NEAR(imbalance_of_sms(cycles, 2, 132), 2000 / (2 * mean), 0.1);
  // Where blocks go to who has a place, the others take what is left.
  cycles.resize(100000, 100);
  EXPECT_LT(imbalance_of_sms(cycles, 2, 132), 1.05);
  EXPECT_EQ(imbalance_of_sms({}, 2, 132), 1);
}

// What of a sector no store brings, L2 has to read, unless it holds the sector or another store
// brings the rest.
TEST(Caches, PartsOfSectorsAreReadWhereL2HoldsNone) {
  const auto stored = [](std::uint8_t bytes, unsigned times, bool apart) {
    auto told = stream(4 * kMega, times, LineUse::kStore);
    for (auto& touch : told.touches) {
      touch.written = {32, 32, bytes, bytes};
      touch.apart = apart;
    }
    return run(told);
  };
  constexpr auto kHalf = 4 * kMega / 32 / 2;
  EXPECT_EQ(stored(32, 1, true).dram_reads, 0u);
  EXPECT_EQ(stored(16, 1, false).dram_reads, kHalf);
  EXPECT_EQ(stored(16, 1, false).l2_part_writes, 0u);
  EXPECT_EQ(stored(16, 1, true).l2_part_writes, kHalf);
  EXPECT_EQ(stored(16, 2, true).dram_reads, 0u);
  EXPECT_EQ(stored(15, 2, true).dram_reads, kHalf);
}

// The system lays allocations elsewhere in each run; their lines have the same names, and different
// allocations and lines have others.
TEST(Allocations, LinesHaveTheirNamesWhereverTheyLie) {
  using namespace probes;
  const auto names = [](std::uint64_t first, std::uint64_t second) {
    Allocations all;
    const auto change = [&](MemoryChange change, std::uint64_t address) {
      all.change({.change = change,
                  .origin = MemoryOrigin::kDevice,
                  .device = 0,
                  .address = address,
                  .bytes = 1000,
                  .name = {},
                  .trace = {}});
    };
    change(MemoryChange::kAllocated, 1 << 20);
    change(MemoryChange::kFreed, 1 << 20);
    change(MemoryChange::kAllocated, first);
    change(MemoryChange::kAllocated, second);
    const auto table = all.table();
    AllocationTable::Row last;
    std::vector<std::uint32_t> found;
    for (const auto begin : {second, first}) {
      for (std::uint64_t line = 0; line < 8; ++line) {
        found.push_back(
            table->name_of(begin / LineLog::kLineBytes + line, LineLog::kLineBytes, last));
      }
    }
    return found;
  };
  auto here = names(kMega * 8, kMega * 40 + 512);
  EXPECT_EQ(here, names(kMega * 99 + 4096, kMega * 3));
  std::ranges::sort(here);
  EXPECT_EQ(std::ranges::adjacent_find(here), here.end());
}

// Lines and their sectors of one access, in order.
using Touched = std::vector<std::array<std::uint64_t, 3>>;

TEST(LineLog, RowsTouchWhatTheirLanesDo) {
  std::mt19937 random(5);
  const image::KernelRecord record{};
  const probes::Launch launch{1, "k",    0,  {1, 1, 1}, {32, 1, 1}, 0,
                              0, record, {}, {},        {},         {1, 1, 1}};
  const probes::Block block{launch, {0, 0, 0}, 0, {}, 0};
  for (int round = 0; round < 3000; ++round) {
    probes::Site site{};
    site.access = round % 2 == 0 ? probes::AccessKind::kLoad : probes::AccessKind::kStore;
    site.bytes = 1u << random() % 5;
    const auto width_log2 = static_cast<std::uint32_t>(1 + random() % 5);
    const probes::Rows rows{4096 * 4096 + random() % 256,
                            static_cast<std::int64_t>(random() % 50) - 6,
                            static_cast<std::int64_t>(random() % 600) - 200, width_log2};
    std::array<std::uint64_t, 32> lanes;
    for (unsigned lane = 0; lane < 32; ++lane) lanes[lane] = rows.at(lane);
    const std::uint32_t active = round % 3 == 0 ? ~0u : random() | 1u << random() % 32;
    const probes::At at{site, block, 0, active};
    const auto touched = [&](const auto& addresses) {
      LineLog log;
      log.begin(block);
      log.add(at, addresses);
      Touched all;
      for (const auto& touch : log.take(1).touches)
        all.push_back({touch.line, touch.sectors, std::bit_cast<std::uint32_t>(touch.written)});
      std::ranges::sort(all);
      return all;
    };
    EXPECT_EQ(touched(rows), touched(std::span<const std::uint64_t>(lanes)));
  }
}

// 32 words from the middle of a sector on: two sectors at the ends are touched in part. Then words
// that are far from each other.
TEST(LineLog, StoresSayWhatTheyBringAndWhetherLinesAreApart) {
  const image::KernelRecord record{};
  const probes::Launch launch{1, "k",    0,  {1, 1, 1}, {32, 1, 1}, 0,
                              0, record, {}, {},        {},         {1, 1, 1}};
  const probes::Block block{launch, {0, 0, 0}, 0, {}, 0};
  probes::Site site{};
  site.access = probes::AccessKind::kStore;
  site.bytes = 4;
  LineLog log;
  log.begin(block);
  log.add({site, block, 0, ~0u}, probes::Rows{1024 + 16, 4, 0, 5});
  log.add({site, block, 0, 0xff}, probes::Rows{4096, 8, 0, 5});
  const auto touches = log.take(1).touches;
  ASSERT_EQ(touches.size(), 3u);
  using Bytes = std::array<std::uint8_t, 4>;
  EXPECT_EQ(touches[0].sectors, 0xfu);
  EXPECT_EQ(touches[0].written, (Bytes{16, 32, 32, 32}));
  EXPECT_EQ(touches[1].written, (Bytes{16, 0, 0, 0}));
  EXPECT_EQ(touches[2].sectors, 0x3u);
  EXPECT_EQ(touches[2].written, (Bytes{16, 16, 0, 0}));
  for (const auto& touch : touches) EXPECT_EQ(touch.apart, 0u);
  for (const auto stride : {128, 256}) {
    LineLog other;
    other.begin(block);
    other.add({site, block, 0, ~0u}, probes::Rows{8192, stride, 0, 5});
    for (const auto& touch : other.take(1).touches) EXPECT_EQ(touch.apart, stride == 256);
  }
}

TEST(AtomicPlaces, TellsPlacesApart) {
  AtomicPlaces places, more;
  for (std::uint32_t k = 0; k < 5000; ++k) {
    places.add(static_cast<std::uint32_t>(scrambled(k)), 2);
    more.add(static_cast<std::uint32_t>(scrambled(k % 100)), 1);
  }
  EXPECT_LE(places.most(), 4u);
  EXPECT_EQ(more.most(), 50u);
  EXPECT_NEAR(more.retries(), 100 * (std::pow(50, 1.8) - 50), 100);
  places.add(more);
  EXPECT_GE(places.most(), 52u);
}

// Places that only share a name do not disturb each other.
TEST(AtomicPlaces, CountsRetriesOfOnePlace) {
  AtomicPlaces places(12);
  for (std::uint32_t k = 0; k < 4096; ++k) places.add(static_cast<std::uint32_t>(scrambled(k)), 1);
  EXPECT_EQ(places.retries(), 0);
}

}  // namespace
}  // namespace heddle::profiler
