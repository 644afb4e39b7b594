// SPDX-License-Identifier: Apache-2.0
// What the model of time says of waits, on profiles whose answer follows from one fact.
#include <gtest/gtest.h>

#include "launches.h"
#include "profiler/caches/managed_memory.h"

namespace heddle::profiler {
namespace {

using probes::Function;
using probes::WaitKind;

constexpr double kGhz = 1.98;

// Of `warps` warps, `lanes` lanes of all together.
void add(Profile& profile, Function id, std::uint64_t warps, std::uint64_t lanes) {
  profile.rounds.functions[static_cast<unsigned>(id)] += warps;
  profile.rounds.function_threads[static_cast<unsigned>(id)] += lanes;
}
double us_of(const Profile& profile, TimePart id) {
  return part(time_on_h200(profile), id);
}
// How much longer the latency is for it, in cycles.
template <class Change>
double more_latency(std::uint32_t blocks, Change change) {
  auto profile = loads(blocks);
  const auto before = us_of(profile, TimePart::kLatency);
  change(profile);
  return (us_of(profile, TimePart::kLatency) - before) * kGhz * 1000;
}

TEST(Waits, GridBarriersTakeLongerWithMoreBlocks) {
  const auto chip = model_of("h200").chip;
  auto one = loads(132), eight = loads(1056);
  add(one, Function::kGridBarrier, 3 * 132 * 8, 3 * 132 * 256);
  add(eight, Function::kGridBarrier, 3 * 1056 * 8, 3 * 1056 * 256);
  EXPECT_NEAR(us_of(one, TimePart::kGrid), 3 * *chip.grid_barrier_cycles / kGhz / 1000, 1e-9);
  EXPECT_NEAR(us_of(eight, TimePart::kGrid) - us_of(one, TimePart::kGrid),
              3 * 924 * *chip.grid_barrier_cycles_per_block / kGhz / 1000, 1e-9);
  // An H100 took 4588 cycles with blocks of a warp, 4444 with these (h100_waits.txt).
  EXPECT_NEAR(us_of(eight, TimePart::kGrid) / 3, 4.5 / kGhz, 0.1);
  // They come on top of all else.
  EXPECT_NEAR(time_on_h200(one).us - time_on_h200(loads(132)).us, us_of(one, TimePart::kGrid),
              1e-6);
}

// An H200 took 0.30 to 0.32 us a block (h200_rules.txt); who looks back has 32 blocks at once.
TEST(Waits, BlocksWaitForTheOneBefore) {
  auto chain = loads(1056), back = loads(1056);
  add(chain, Function::kBlockChain, 1056, 1056);
  add(back, Function::kLookBack, 1056, 1056);
  const auto us = us_of(chain, TimePart::kGrid);
  EXPECT_NEAR(us / 1055, 0.31, 0.01);
  EXPECT_NEAR(us / us_of(back, TimePart::kGrid), 66, 1);
  EXPECT_EQ(us_of(loads(1056), TimePart::kGrid), 0);
}

TEST(Waits, PrintsTakeTurns) {
  const auto chip = model_of("h200").chip;
  auto few = loads(16), many = loads(16);
  add(few, Function::kPrint, 128, 128);
  add(many, Function::kPrint, 128, 4096);
  EXPECT_NEAR(us_of(few, TimePart::kServices), 128 / *chip.print_warps_per_us, 1e-6);
  EXPECT_NEAR(us_of(many, TimePart::kServices), 4096 / *chip.print_lanes_per_us, 1e-6);
  EXPECT_NEAR(more_latency(1, [](Profile& p) { add(p, Function::kPrint, 8, 8); }),
              *chip.print_cycles, 1000);
}

TEST(Waits, HeapTakesLanesOneByOne) {
  const auto chip = model_of("h200").chip;
  auto profile = loads(16);
  add(profile, Function::kAllocate, 128, 4096);
  const auto allocated = us_of(profile, TimePart::kServices);
  EXPECT_NEAR(allocated, 4096 / *chip.allocate_lanes_per_us, 1e-6);
  add(profile, Function::kRelease, 128, 128);
  EXPECT_NEAR(us_of(profile, TimePart::kServices) - allocated, 128 / *chip.release_warps_per_us,
              1e-6);
  const auto one = more_latency(1, [](Profile& p) { add(p, Function::kAllocate, 8, 8); });
  const auto all = more_latency(1, [](Profile& p) { add(p, Function::kAllocate, 8, 256); });
  EXPECT_NEAR(all - one, 31 * *chip.allocate_cycles_per_lane, 1000);
}

TEST(Waits, ClocksAreWaitedFor) {
  EXPECT_NEAR(more_latency(1,
                           [](Profile& p) {
                             p.rounds.waits[static_cast<unsigned>(WaitKind::kCycles)] = 8 * 1000000;
                           }),
              1000000, 2000);
  EXPECT_NEAR(more_latency(1,
                           [](Profile& p) {
                             p.rounds.waits[static_cast<unsigned>(WaitKind::kNanoseconds)] =
                                 8 * 1000000;
                           }),
              1980000, 2000);
}

TEST(Waits, FencesBarriersOfClustersAndFurtherWordsMakeAWarpWait) {
  const auto model = model_of("h200");
  EXPECT_NEAR(more_latency(1, [](Profile& p) { add(p, Function::kDeviceFence, 800, 25600); }),
              100 * *model.chip.device_fence_cycles, 500);
  EXPECT_NEAR(
      more_latency(1, [](Profile& p) { add(p, Function::kClusterBarrier, 800, 25600); }),
      100 * (*model.chip.cluster_barrier_cycles + 7 * *model.chip.cluster_barrier_cycles_per_warp),
      500);
  // Of eight warps, which share what the SM computes at once.
  const auto skips = more_latency(1, [](Profile& p) { add(p, Function::kXorwowSkip, 8, 256); });
  EXPECT_GT(skips, *model.sm.xorwow_skip_cycles);
  EXPECT_LT(skips, *model.sm.xorwow_skip_cycles + 256 / *model.sm.xorwow_skip_lanes);
  const auto words = more_latency(1, [](Profile& p) {
    Access access;
    access.kind = probes::AccessKind::kLoad;
    access.space = probes::Space::kConstant;
    access.bytes = 4;
    access.sums.constant_requests = 800;
    access.sums.constant_words = 800 * 32;
    p.accesses.push_back(access);
  });
  // They come one after the other: of 8 warps, or of one and what it waits for.
  EXPECT_GT(words, 100 * 31 * *model.sm.constant_word_cycles);
}

TEST(Waits, LocksAreTakenOneAfterTheOther) {
  const auto chip = model_of("h200").chip;
  auto profile = loads(64);
  auto& access = profile.accesses.emplace_back(profile.accesses[0]);
  access.kind = probes::AccessKind::kAtomic;
  access.sums.global_sectors = access.sums.global_lanes = access.sums.global_requests;
  profile.caches[0].l2_hottest_line = access.sums.global_sectors;
  profile.rounds.waits[static_cast<unsigned>(WaitKind::kLock)] = 512;
  const auto operations =
      double(access.sums.global_sectors) / *chip.l2_atomics_one_word_per_ns / 1000;
  EXPECT_NEAR(us_of(profile, TimePart::kAtomics), 512 * *chip.lock_us + operations, 1e-6);
  // Of sixteen locks at as many places.
  profile.caches[0].l2_hottest_line = access.sums.global_sectors / 16;
  EXPECT_NEAR(us_of(profile, TimePart::kAtomics), (512 * *chip.lock_us + operations) / 16, 1e-6);
}

TEST(Waits, ManagedMemoryMovesOnce) {
  const auto chip = model_of("h200").chip;
  auto profile = loads(64);
  EXPECT_EQ(us_of(profile, TimePart::kPages), 0);
  profile.managed_moved = 64 << 20;
  EXPECT_NEAR(us_of(profile, TimePart::kPages),
              *chip.managed_fault_us + (64 << 20) / *chip.managed_move_gb_s / 1000, 1e-6);

  ManagedMemory memory;
  constexpr std::uint64_t kPiece = ManagedMemory::kPieceBytes, kBegin = 100 * kPiece;
  const auto tell = [&](probes::MemoryChange change, std::uint64_t from, std::uint64_t bytes,
                        int device) {
    memory.change(
        {change, probes::MemoryOrigin::kManaged, device, kBegin + from, bytes, {}, {}, 0});
  };
  tell(probes::MemoryChange::kAllocated, 0, 3 * kPiece + 1000, 0);
  EXPECT_EQ(memory.touch(kBegin - 1), 0);
  EXPECT_EQ(memory.touch(kBegin + 5), kPiece);
  EXPECT_EQ(memory.touch(kBegin + 5000), 0);
  EXPECT_EQ(memory.touch(kBegin + 3 * kPiece), 1000);
  EXPECT_EQ(memory.touch(kBegin + 3 * kPiece + 1000), 0);
  tell(probes::MemoryChange::kMoved, 0, 3 * kPiece, 0);
  EXPECT_EQ(memory.touch(kBegin + kPiece), 0);
  tell(probes::MemoryChange::kMoved, 0, 3 * kPiece, -1);
  EXPECT_EQ(memory.touch(kBegin + kPiece), kPiece);
}

TEST(Waits, WhatIsNotKnownIsNamed) {
  auto profile = loads(64);
  add(profile, Function::kGridBarrier, 512, 512);
  auto other = model_of("h200");
  other.chip.grid_barrier_cycles.reset();
  const auto time = time_of(profile, totals_of(profile), other, occupancy_of(profile, other, {}));
  ASSERT_TRUE(std::holds_alternative<std::string>(time));
  EXPECT_NE(std::get<std::string>(time).find("barriers of the grid"), std::string::npos);
}

}  // namespace
}  // namespace heddle::profiler
