// SPDX-License-Identifier: Apache-2.0
// What one access costs, and how patterns are told in words.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

#include "gpu/next_step.h"
#include "gpu/registry.h"
#include "gpu/transactions.h"
#include "profiler/access_counter.h"
#include "profiler/advice.h"
#include "profiler/metric.h"
#include "profiler/rules/lane_pattern.h"
#include "support/nearest.h"
#include "support/source_lines.h"

namespace heddle::profiler {
namespace {

using Lanes = std::array<std::uint64_t, abi::kWarpSize>;

Lanes lanes_at(std::uint64_t first, std::uint64_t step) {
  Lanes lanes;
  for (unsigned i = 0; i < lanes.size(); ++i) lanes[i] = first + i * step;
  return lanes;
}

probes::Site site_of(probes::AccessKind kind, probes::Space space, std::uint32_t bytes) {
  probes::Site site{};
  site.access = kind;
  site.space = space;
  site.bytes = bytes;
  return site;
}

constexpr auto kLoad = probes::AccessKind::kLoad;

TEST(Costs, DistinctUnitsAsASetCountsThem) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    Lanes lanes;
    const auto spread = 1u << random() % 14;
    for (auto& lane : lanes) lane = 4096 + random() % spread;
    const std::uint32_t active = random();
    std::set<std::uint64_t> units;
    for (unsigned i = 0; i < 32; ++i) {
      if (active >> i & 1) units.insert(lanes[i] / 32);
    }
    EXPECT_EQ(gpu::distinct_units({lanes, active, 4}, 32), units.size());
  }
}

TEST(Costs, LocalMemoryLiesLaneByLane) {
  // The same word of all lanes is one line of 128 bytes; another one for each lane is 32 sectors.
  EXPECT_EQ(gpu::local_sectors({lanes_at(40, 0), ~0u, 4}), 4u);
  EXPECT_EQ(gpu::local_sectors({lanes_at(0, 4), ~0u, 4}), 32u);
  EXPECT_EQ(gpu::local_sectors({lanes_at(8, 0), ~0u, 8}), 8u);
  EXPECT_EQ(gpu::local_sectors({lanes_at(0, 0), 0x00000101u, 4}), 2u);
}

TEST(Costs, APatternCostsWhatItsLanesDo) {
  PatternCosts costs;
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    const auto shared = random() % 2 == 0;
    const auto site = site_of(kLoad, shared ? probes::Space::kShared : probes::Space::kGlobal,
                              4u << random() % 3);
    const auto width = 2 + random() % 4;
    const std::uint32_t active = random() % 3 == 0 ? ~0u : random() | 1;
    const PatternCosts::Pattern pattern{static_cast<std::int64_t>(random() % 40) * site.bytes,
                                        static_cast<std::int64_t>(random() % 400) * site.bytes,
                                        probes::AccessCounter::lanes_word(active, width),
                                        random() % 32 * 4 / site.bytes * site.bytes};
    const probes::Rows rows{0x7f0000000000 + pattern.phase, pattern.stride, pattern.pitch,
                            static_cast<std::uint32_t>(width)};
    Lanes lanes;
    for (unsigned i = 0; i < 32; ++i) lanes[i] = rows.at(i);
    const auto want = cost_of(site, active, lanes, {shared ? active : 0, 0, 0});
    EXPECT_EQ(costs.of(site, pattern).sums, want);
  }
}

TEST(Costs, WhatIsWiderThanAnInstructionIsSeveral) {
  const auto sums = cost_of(site_of(kLoad, probes::Space::kGlobal, 24), ~0u, lanes_at(0, 32), {});
  EXPECT_EQ(sums.global_requests, 2u);  // 16 bytes and 8
  EXPECT_EQ(sums.global_sectors, 64u);
}

// As nvcc: alignedTypes of the CUDA samples has four instructions for 16 bytes aligned to 4.
TEST(Costs, WhatIsAlignedToLessThanItsSizeIsSeveral) {
  auto site = site_of(kLoad, probes::Space::kGlobal, 16);
  site.align = 4;
  const auto sums = cost_of(site, ~0u, lanes_at(0, 16), {});
  EXPECT_EQ(sums.global_requests, 4u);
  EXPECT_EQ(sums.global_sectors, 64u);
  EXPECT_EQ(sums.global_lines, 16u);
  PatternCosts costs;
  const PatternCosts::Pattern pattern{16, 256, probes::AccessCounter::lanes_word(~0u, 4), 0};
  EXPECT_EQ(costs.of(site, pattern).sums, sums);
  site.align = 16;
  EXPECT_EQ(costs.of(site, pattern).sums.global_requests, 1u);
}

// tests/profile/data/h200_warps.txt, "loads from L1", and h200_micro.txt: cycles of an SM.
TEST(Costs, WhatL1HoldsCostsItsBanksAndFourLinesACycle) {
  const auto cycles = [](std::uint64_t first, std::uint64_t words_apart, std::uint32_t bytes = 4,
                         std::uint32_t active = ~0u) {
    return cost_of(site_of(kLoad, probes::Space::kGlobal, bytes), active,
                   lanes_at(first, 4 * words_apart), {})
        .global_wavefronts;
  };
  EXPECT_EQ(cycles(0, 1), 2u);
  EXPECT_EQ(cycles(16, 1), 2u);
  EXPECT_EQ(cycles(0, 0), 1u);
  EXPECT_EQ(cycles(0, 0, 8), 1u);
  const std::array<std::array<std::uint64_t, 2>, 11> measured{{{2, 2},
                                                               {3, 2},
                                                               {4, 4},
                                                               {5, 2},
                                                               {8, 8},
                                                               {9, 3},
                                                               {10, 3},
                                                               {12, 4},
                                                               {17, 5},
                                                               {32, 32},
                                                               {33, 8}}};
  for (const auto& [apart, want] : measured) EXPECT_EQ(cycles(0, apart), want) << apart;
  EXPECT_EQ(cycles(0, 4, 16), 8u);
  EXPECT_EQ(cycles(0, 1, 4, 1), 1u);
  const auto store = site_of(probes::AccessKind::kStore, probes::Space::kGlobal, 4);
  EXPECT_EQ(cost_of(store, ~0u, lanes_at(0, 4), {}).global_wavefronts, 0u);
}

TEST(Costs, AtomicsAtOneAddressWait) {
  const auto site = site_of(probes::AccessKind::kReduction, probes::Space::kGlobal, 4);
  EXPECT_EQ(cost_of(site, ~0u, lanes_at(128, 0), {}).global_same_address, 31u);
  EXPECT_EQ(cost_of(site, ~0u, lanes_at(128, 4), {}).same_address, 0u);
  const auto shared = cost_of(site, ~0u, lanes_at(128, 0), {~0u, 0, 0});
  EXPECT_EQ(shared.same_address, 31u);
  EXPECT_EQ(shared.global_same_address, 0u);
}

TEST(Costs, TheMostCostlyAccessIsTheSameInAnyOrder) {
  const auto site = site_of(kLoad, probes::Space::kGlobal, 4);
  const auto even = lanes_at(0, 8), odd = lanes_at(4, 8), far = lanes_at(0, 128);
  const auto a = CostlyAccess::of(site, even, ~0u, 4), b = CostlyAccess::of(site, odd, ~0u, 4);
  EXPECT_TRUE(a.is_more_than(b));
  EXPECT_FALSE(b.is_more_than(a));
  EXPECT_TRUE(CostlyAccess::of(site, far, ~0u, 28).is_more_than(a));
  EXPECT_TRUE(a.is_more_than(CostlyAccess{}));
  EXPECT_FALSE(CostlyAccess{}.is_more_than(a));
}

TEST(Costs, WhereLocalMemoryLiesOnTheHostDoesNotCount) {
  const auto site = site_of(kLoad, probes::Space::kLocal, 4);
  EXPECT_EQ(CostlyAccess::of(site, lanes_at(64, 8), ~0u, 0),
            CostlyAccess::of(site, lanes_at(0, 8), ~0u, 0));
  const auto global = site_of(kLoad, probes::Space::kGlobal, 4);
  EXPECT_NE(CostlyAccess::of(global, lanes_at(64, 8), ~0u, 0),
            CostlyAccess::of(global, lanes_at(0, 8), ~0u, 0));
}

TEST(Words, LanesAreDescribed) {
  const auto words = [](const Lanes& lanes, std::uint32_t active = ~0u) {
    return lanes_in_words(
        CostlyAccess::of(site_of(kLoad, probes::Space::kGlobal, 4), lanes, active, 0));
  };
  EXPECT_EQ(words(lanes_at(64, 4)), "32 lanes 4 bytes apart");
  EXPECT_EQ(words(lanes_at(64, 0), 0xff), "8 lanes at one address");
  Lanes rows;
  for (unsigned i = 0; i < 32; ++i) rows[i] = i % 8 * 4 + i / 8 * 1024;
  EXPECT_EQ(words(rows), "4 rows of 8 lanes 4 bytes apart, rows 1024 bytes apart");
  rows[3] = 5000;
  EXPECT_EQ(words(rows), "32 lanes scattered over 5000 bytes");
}

TEST(Words, ExpressionsAreFound) {
  const auto at = [](const std::string& line, const std::string& mark) {
    return support::expression_at(line, line.find(mark));
  };
  EXPECT_EQ(at("  s += a[row * n + k] * b[k];", "a["), "a[row * n + k]");
  EXPECT_EQ(at("  out[f(i)][j] = 2;", "= 2"), "out[f(i)][j]");
  EXPECT_EQ(at("  x = p[i].mass + 1;", "mass"), "p[i].mass");
  EXPECT_EQ(at("  x = q->next->value;", "value"), "q->next->value");
  EXPECT_EQ(at("  own[(i + k) % 8] += k;", "+= k"), "own[(i + k) % 8]");
  EXPECT_EQ(at("  y[i] = a * *factor;", "*factor"), "*factor");
  EXPECT_EQ(at("  y[i] *= 2;", "*="), "y[i]");
  EXPECT_EQ(support::expression_at("short", 40), "");
}

TEST(Metrics, AreFoundByNameAndNearestNames) {
  EXPECT_NE(find_metric("smsp__inst_executed.sum"), nullptr);
  EXPECT_EQ(find_metric("smsp__inst_executed.sum"), find_metric("smsp__inst_executed"));
  EXPECT_EQ(find_metric("smsp__inst"), nullptr);
  EXPECT_NE(no_such_metric("launch__grid_siz").find("launch__grid_size"), std::string::npos);
  EXPECT_NE(no_such_metric("dram__cycles_active").find("only the bytes"), std::string::npos);
  const std::string_view known[] = {"alpha", "beta", "betas"};
  EXPECT_EQ(support::nearest("bet", known, 2), (std::vector<std::string_view>{"beta", "betas"}));
}

gpu::Model model(const char* name) {
  return std::get<gpu::Model>(gpu::find_model(name));
}

TEST(Occupancy, TheNextStepIsTheLeastThatHelps) {
  gpu::KernelUse use;
  use.registers = 65;
  // 96 threads with 65 registers: 9 blocks, by registers (gpu-facts).
  const auto step = gpu::next_step(model("h200"), use, 96, 0);
  ASSERT_TRUE(step);
  EXPECT_EQ(step->what, "64 registers a thread instead of 65");
  EXPECT_EQ(step->occupancy.blocks_per_sm, 10);
  use.registers = 32;
  use.max_dynamic_shared_bytes = 100 << 10;
  const auto less = gpu::next_step(model("h200"), use, 256, 100 << 10);
  ASSERT_TRUE(less);
  EXPECT_EQ(less->occupancy.blocks_per_sm, 3);
  EXPECT_FALSE(gpu::next_step(model("h200"), use, 256, 0));
  const auto block = gpu::next_step(model("h200"), use, 32, 0);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->what, "a block of 64 threads instead of 32");
}

TEST(Rules, AnAccessWithoutAnExpressionIsNamedByItsLine) {
  Access access;
  access.places = {{"kernel", "no such file.cu", 20, 0}};
  EXPECT_EQ(expression_of(access), "in line 20");  // "The load in line 20 is uncoalesced."
}

TEST(Rules, WhatOneLineDoesIsOneThingWhoeverCallsIt) {
  Access access;
  access.kind = kLoad;
  access.places = {{"at", "a.cu", 5, 7}, {"kernel", "a.cu", 9, 3}};
  access.sums.global_requests = 2;
  auto other = access;
  other.places[1].column = 12;
  auto store = access;
  store.kind = probes::AccessKind::kStore;
  const auto merged = by_place({access, store, other});
  ASSERT_EQ(merged.size(), 2u);
  EXPECT_EQ(merged[0].sums.global_requests, 4u);
  EXPECT_EQ(merged[1].sums.global_requests, 2u);
}

}  // namespace
}  // namespace heddle::profiler
