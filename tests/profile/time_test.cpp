// SPDX-License-Identifier: Apache-2.0
// The model of time on profiles whose answer follows from one fact.
#include <gtest/gtest.h>

#include <algorithm>

#include "launches.h"

namespace heddle::profiler {
namespace {

TEST(Time, MemoryTakesItsBytesAtItsBandwidth) {
  const auto time = time_on_h200(loads(1 << 16));
  const double bytes = double(1 << 16) * 1024;
  EXPECT_NEAR(part(time, TimePart::kMemory), bytes / *model_of("h200").chip.dram_read_gb_s / 1000,
              1e-9);
  EXPECT_GT(time.us, part(time, TimePart::kMemory));
  EXPECT_LT(time.low, time.us);
  EXPECT_GT(time.high, time.us);
}

TEST(Time, OneBlockTakesWhatAnEmptyKernelTakesAndALoad) {
  const auto model = model_of("h200");
  const auto time = time_on_h200(loads(1));
  const auto cycles = *model.chip.dram_latency_cycles + *model.chip.block_turnover_cycles;
  EXPECT_NEAR(time.us, *model.chip.kernel_us + cycles / 1980, 0.05);
  EXPECT_EQ(time.longest(), "latency");
}

// Its lines come from L1 but for every second word, which memory holds.
TEST(Time, RoundLastsAsLongAsItsSlowestLoad) {
  const auto model = model_of("h200");
  auto profile = loads(1);
  profile.caches[0].l1_load_hits = profile.caches[0].l1_loads / 2;
  const auto of_sectors = part(time_on_h200(profile), TimePart::kLatency);
  profile.caches[0].rounds_of_memory = profile.rounds.global;
  const auto of_rounds = part(time_on_h200(profile), TimePart::kLatency);
  const auto latency = *model.chip.dram_latency_cycles - *model.sm.l1_latency_cycles;
  EXPECT_NEAR(of_rounds - of_sectors, latency / 2 / 1980, 0.02);
}

// Of eight lines from memory the last one comes 240 cycles later.
TEST(Time, RoundsOfManyLinesTakeLonger) {
  auto profile = loads(1);
  profile.caches[0].rounds_of_memory = profile.rounds.global;
  const auto of_one = part(time_on_h200(profile), TimePart::kLatency);
  profile.caches[0].doublings_of_memory = 3000 * profile.rounds.global;
  EXPECT_NEAR(part(time_on_h200(profile), TimePart::kLatency) - of_one, 240.0 / 1980, 0.01);
}

TEST(Time, BlockIsThereUntilItsLongestWarpEnds) {
  auto profile = loads(1);
  profile.rounds.global *= 100;
  const auto equal = part(time_on_h200(profile), TimePart::kLatency);
  profile.rounds.warp_cycles = profile.rounds.block_cycles = profile.rounds.longest_warp =
      profile.rounds.longest_block = 1000;
  const auto one_of_eight = part(time_on_h200(profile), TimePart::kLatency);
  EXPECT_NEAR(one_of_eight / equal, 8, 0.2);
}

TEST(Time, LaunchIsThereUntilItsLongestBlockEnds) {
  auto profile = loads(100);
  profile.rounds.global *= 100;
  const auto equal = part(time_on_h200(profile), TimePart::kLatency);
  // All blocks are resident; a warp of one of them takes as long as 50 warps of the others.
  profile.rounds.warp_cycles = 800 + 49;
  profile.rounds.block_cycles = 100 + 49;
  profile.rounds.longest_warp = 50;
  profile.rounds.longest_block = 8 + 49;
  const auto one_long = part(time_on_h200(profile), TimePart::kLatency);
  EXPECT_NEAR(one_long / equal, 50 / (849 / 800.0), 1);
}

// Of all lanes of each warp.
Profile atomics_at_one_address() {
  auto profile = loads(1 << 12);
  auto& access = profile.accesses[0];
  access.kind = probes::AccessKind::kReduction;
  access.sums.global_lanes = 32 * access.sums.global_requests;
  access.sums.global_sectors = access.sums.global_requests;
  access.sums.global_same_address = 31 * access.sums.global_requests;
  profile.caches[0].l2_hottest_line = access.sums.global_sectors;
  return profile;
}

TEST(Time, FloatsAtOneAddressWaitForEachOther) {
  auto profile = atomics_at_one_address();
  auto& access = profile.accesses[0];
  const auto integers = part(time_on_h200(profile), TimePart::kAtomics);
  access.float_operation = true;
  const auto floats = part(time_on_h200(profile), TimePart::kAtomics);
  EXPECT_GT(floats, 10 * integers);
  EXPECT_NEAR(floats,
              double(access.sums.global_same_address + access.sums.global_sectors) /
                  *model_of("h200").chip.l2_atomics_same_address_per_ns / 1000,
              1e-9);
}

TEST(Time, ExchangesAtOneAddressWaitForEachOther) {
  auto profile = atomics_at_one_address();
  auto& access = profile.accesses[0];
  access.unjoined_operation = true;
  const auto rate = *model_of("h200").chip.l2_atomics_one_word_per_ns;
  EXPECT_NEAR(part(time_on_h200(profile), TimePart::kAtomics),
              double(access.sums.global_same_address + access.sums.global_sectors) / rate / 1000,
              1e-9);
}

// Warps that update several words of a line take longer for each sector than those of one word.
TEST(Time, AtomicsOnOneLineComeOneAfterTheOther) {
  auto profile = atomics_at_one_address();
  auto& sums = profile.accesses[0].sums;
  const auto chip = model_of("h200").chip;
  const auto us = [&] { return part(time_on_h200(profile), TimePart::kAtomics) * 1000; };
  const auto requests = double(sums.global_requests);
  EXPECT_NEAR(us(), requests / *chip.l2_atomics_one_word_per_ns, 1e-6);
  sums.global_sectors = 2 * sums.global_requests;
  sums.global_same_address = 0;
  profile.caches[0].l2_hottest_line = sums.global_sectors;
  EXPECT_NEAR(us(), 2 * requests / *chip.l2_atomics_one_line_per_ns, 1e-6);
  profile.caches[0].l2_hottest_line /= 256;  // many lines: what L2 does in all of its parts
  EXPECT_NEAR(us(), 32 * requests / *chip.l2_atomics_per_ns, 1e-6);
}

// Threads that are there at the same time get into each other's way; those that come later do not.
TEST(Time, SwapsThatFailAreMadeAgain) {
  auto profile = atomics_at_one_address();
  auto& access = profile.accesses[0];
  access.kind = probes::AccessKind::kAtomic;
  access.unjoined_operation = access.swap = true;
  const auto us = [&] { return part(time_on_h200(profile), TimePart::kAtomics); };
  const auto alone = us();
  auto& caches = profile.caches[0];
  caches.l2_swap_retries = 8 * access.sums.global_lanes;
  caches.l2_hottest_swaps = 16;
  const auto contended = us();
  EXPECT_GT(contended, 2 * alone);
  access.sums.global_lanes *= 4;  // a part of them is there
  EXPECT_LT(us(), contended);
  // One round trip after the other.
  caches.l2_hottest_swaps = 1 << 20;
  const auto chip = model_of("h200").chip;
  EXPECT_NEAR(us(), (1 << 20) * *chip.atomic_latency_cycles / 1.98 / 1000, 1);
}

// An SM of 32 warps took 20 cycles a warp for lanes that are spread, 1397 for one address
// (h200_asked.txt).
TEST(Time, FloatsInSharedMemoryAreLoops) {
  auto profile = loads(132);
  auto& access = profile.accesses[0];
  access.kind = probes::AccessKind::kReduction;
  access.sums = {};
  access.sums.shared_requests = access.sums.shared_wavefronts = 132 * 1000;
  access.sums.shared_lanes = 32 * access.sums.shared_requests;
  const auto cycles = [&] { return part(time_on_h200(profile), TimePart::kL1) * 1.98; };
  const auto integers = cycles();
  access.float_operation = true;
  EXPECT_NEAR(cycles() - integers, 13.93, 1e-6);
  access.sums.same_address = 31 * access.sums.shared_requests;
  EXPECT_NEAR(cycles() - integers, 1399.32, 1e-2);
}

// An SM took 2.5 cycles for a word and 4.1 for four (h200_seventh.txt); operands are there.
TEST(Time, ConstantWordsOfAnIndexTakeTime) {
  auto profile = loads(132);
  auto& access = profile.accesses[0];
  access.space = probes::Space::kConstant;
  access.sums = {};
  access.operand = true;
  access.sums.constant_requests = access.sums.constant_words = 132 * 1000;
  const auto cycles = [&] { return part(time_on_h200(profile), TimePart::kL1) * 1.98; };
  const auto operands = cycles();
  access.operand = false;
  access.bytes = 4;
  EXPECT_NEAR(cycles() - operands, 2.5, 0.1);
  access.bytes = 16;
  EXPECT_NEAR(cycles() - operands, 4.1, 0.1);
}

// Each division keeps its lanes so long; those of double keep the lanes of double, too.
TEST(Time, FunctionsTakeWhatWasMeasured) {
  const auto model = model_of("h200");
  auto profile = loads(1);
  const auto with = [&](probes::Function id, TimePart of) {
    profile.rounds.functions = {};
    const auto before = part(time_on_h200(profile), of);
    profile.rounds.functions[static_cast<unsigned>(id)] = 1000;
    return (part(time_on_h200(profile), of) - before) * 1980 / 1000;
  };
  using probes::Function;
  EXPECT_NEAR(with(Function::kFloatRoot, TimePart::kFunctions), 32 / *model.sm.fp32_root_lanes,
              1e-6);
  EXPECT_NEAR(with(Function::kDoublePower, TimePart::kFunctions), 32 / *model.sm.fp64_power_lanes,
              1e-6);
  EXPECT_NEAR(with(Function::kDoublePower, TimePart::kPipes), 32 / *model.sm.fp64_power_lanes,
              1e-6);
  EXPECT_NEAR(with(Function::kFloatRoot, TimePart::kPipes), 0, 1e-9);
  EXPECT_GT(with(Function::kLongDivide, TimePart::kIssue), 20);
  EXPECT_NEAR(with(Function::kTexture, TimePart::kL1), 32 / *model.sm.texture_lanes, 1e-6);
}

// An array of a thread goes through L1 as other loads do: 4 sectors are two passes.
TEST(Time, LocalMemoryTakesL1) {
  auto profile = loads(1);
  const auto before = part(time_on_h200(profile), TimePart::kL1);
  auto& sums = profile.accesses.front().sums;
  sums.local_requests = 1000;
  sums.local_sectors = 4000;
  const auto cycles = 4000 * 32 / *model_of("h200").sm.l1_bytes_per_cycle;
  EXPECT_NEAR((part(time_on_h200(profile), TimePart::kL1) - before) * 1980, cycles, 1e-6);
}

TEST(Time, TheHostsMemoryTakesItsBytesOverTheLink) {
  const auto model = model_of("h200");
  auto profile = loads(1 << 16);
  auto& counts = profile.caches[0];
  counts.link_reads = counts.l1_loads;
  counts.l2_reads = counts.dram_reads = 0;
  const auto time = time_on_h200(profile);
  EXPECT_NEAR(part(time, TimePart::kLink),
              double(counts.link_reads) * 32 / *model.chip.link_read_gb_s / 1000, 1e-9);
  EXPECT_EQ(time.longest(), "host link");
  auto other = model;
  other.chip.link_read_gb_s.reset();
  const auto unknown =
      time_of(profile, totals_of(profile), other, occupancy_of(profile, other, {}));
  ASSERT_TRUE(std::holds_alternative<std::string>(unknown));
  EXPECT_NE(std::get<std::string>(unknown).find("link"), std::string::npos);
}

TEST(Time, WhatIsNotKnownSaysSo) {
  auto profile = loads(8);
  const auto model = model_of("gtx1650");
  const auto occupancy = occupancy_of(profile, model, {});
  EXPECT_TRUE(std::holds_alternative<std::string>(
      time_of(profile, totals_of(profile), model, occupancy)));  // not simulated
  profile.caches[0].gpu = "gtx1650";
  const auto time = time_of(profile, totals_of(profile), model, occupancy);
  ASSERT_TRUE(std::holds_alternative<std::string>(time));
  EXPECT_NE(std::get<std::string>(time).find("not known"), std::string::npos);
}

// The advice to let L2 hold what is read again, where memory is what takes longest.
TEST(Time, AdviceOnWhatL2Loses) {
  const auto advised = [](const Profile& profile) {
    const auto all = evaluate(profile, model_of("h200"), {}).advice;
    return std::ranges::find(all, "persisting-window", &Advice::rule) != all.end();
  };
  auto profile = loads(1 << 16);
  auto& caches = profile.caches.front();
  caches.dram_reads *= 4;
  EXPECT_FALSE(advised(profile));
  caches.window_bytes = 24 << 20;
  caches.window_rereads = caches.dram_reads / 4;
  EXPECT_TRUE(advised(profile));
  caches.window_rereads = caches.dram_reads / 20;
  EXPECT_FALSE(advised(profile));
  caches.window_rereads = caches.dram_reads = caches.dram_reads / 16;  // L1 takes longer
  profile.accesses.front().sums.global_lines *= 32;
  EXPECT_FALSE(advised(profile));
}

}  // namespace
}  // namespace heddle::profiler
