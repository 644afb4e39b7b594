// SPDX-License-Identifier: Apache-2.0
// Each rule both ways: with it a program is silent, without what it asks for it is not.
#include <gtest/gtest.h>

#include "written_trace.h"

namespace heddle::checker::races {
namespace {

TEST(Lanes, SameLaneIsInOrder) {
  EXPECT_TRUE(Kernel(1, 32)
                  .touch(0, 0, kSharedStore, 0, 4, kAll)
                  .touch(0, 0, kSharedLoad, 0, 4, kAll)
                  .silent());
}
TEST(Lanes, OtherLaneNeedsSyncwarp) {
  Kernel missing(1, 32);
  missing.touch(0, 0, kSharedStore, 0, 4, kAll).touch(0, 0, kSharedLoad, 4, 4, 0x7fffffff);
  const auto races = missing.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, RaceKind::kReadWrite);
  EXPECT_EQ(races[0].space, probes::Space::kShared);
  EXPECT_EQ(races[0].places, 31u);
  EXPECT_TRUE(races[0].first.writes);
  EXPECT_EQ(races[0].first.thread, 1u);
  EXPECT_EQ(races[0].second.thread, 0u);
  EXPECT_EQ(races[0].offset, 4u);
  for (const auto operation : {abi::WarpOp::kSync, abi::WarpOp::kShflDown}) {
    Kernel right(1, 32);
    right.touch(0, 0, kSharedStore, 0, 4, kAll).meet(0, kAll, kAll, operation);
    EXPECT_TRUE(right.touch(0, 0, kSharedLoad, 4, 4, 0x7fffffff).silent());
  }
}
TEST(Lanes, ActiveMaskOrdersNothing) {
  Kernel kernel(1, 32);
  kernel.touch(0, 0, kSharedStore, 0, 4, kAll).meet(0, kAll, kAll, abi::WarpOp::kActiveMask);
  EXPECT_FALSE(kernel.touch(0, 0, kSharedLoad, 4, 4, 0x7fffffff).silent());
}
TEST(Lanes, MaskMustNameBoth) {
  const auto with_mask = [](std::uint32_t mask) {
    Kernel kernel(1, 32);
    kernel.touch(0, 0, kStore, 0, 0, 2).meet(0, mask, mask);
    return kernel.touch(0, 0, kLoad, 0, 0, 1).silent();
  };
  EXPECT_TRUE(with_mask(3));
  EXPECT_FALSE(with_mask(5));
}
TEST(Lanes, LanesThatComeOneByOne) {
  Kernel kernel(1, 32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    kernel.touch(0, 0, kSharedStore, 0, 4, 1u << lane).meet(0, 1u << lane, kAll);
  }
  for (unsigned lane = 0; lane < 31; ++lane) kernel.touch(0, 0, kSharedLoad, 4, 4, 1u << lane);
  EXPECT_TRUE(kernel.silent());
}
TEST(Lanes, OneInstructionAtOnePlace) {
  const auto races = Kernel(1, 32).touch(0, 0, kStore, 64, 0, 0xf0).races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, RaceKind::kWriteWrite);
  EXPECT_EQ(races[0].values, Values::kUnknown);
  EXPECT_TRUE(Kernel(1, 32).touch(0, 0, kLoad, 64, 0, kAll).silent());
  EXPECT_TRUE(Kernel(1, 32).touch(0, 0, kAdd, 64, 0, kAll).silent());
  EXPECT_FALSE(Kernel(1, 32).touch(0, 0, kStore, 64, 2, kAll).silent());
}
TEST(Lanes, BytesOfAWordAreApart) {
  EXPECT_TRUE(Kernel(1, 32).touch(0, 0, kByteStore, 61, 1, kAll).silent());
  EXPECT_FALSE(
      Kernel(2, 32).touch(0, 0, kByteStore, 61, 1, kAll).touch(1, 0, kLoad, 64, 0).silent());
  EXPECT_TRUE(Kernel(2, 32).touch(0, 0, kByteStore, 61).touch(1, 0, kByteStore, 62).silent());
}
TEST(Lanes, VolatileWithoutSyncwarp) {
  Kernel kernel(1, 64);
  kernel.touch(0, 0, kVolatileStore, 0, 4, kAll).touch(0, 0, kVolatileLoad, 4, 4, 0xff);
  const auto races = kernel.races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, RaceKind::kWarpSynchronous);
  // Where lanes wait for each other, they are flags, too.
  kernel.lanes_wait = true;
  EXPECT_TRUE(kernel.silent());
  // Between warps volatile accesses are flags.
  EXPECT_TRUE(Kernel(1, 64).touch(0, 0, kVolatileStore, 0).touch(0, 1, kVolatileLoad, 0).silent());
}

TEST(Block, BarrierOrdersWarps) {
  EXPECT_FALSE(Kernel(1, 64).touch(0, 0, kSharedStore, 0).touch(0, 1, kSharedLoad, 0).silent());
  EXPECT_TRUE(
      Kernel(1, 64).touch(0, 0, kSharedStore, 0).barrier(0).touch(0, 1, kSharedLoad, 0).silent());
}
TEST(Block, ReadBeforeTheNextWrite) {
  Kernel missing(1, 64);
  missing.touch(0, 0, kSharedStore, 0).barrier(0).touch(0, 1, kSharedLoad, 0);
  Kernel right = missing;
  EXPECT_FALSE(missing.touch(0, 0, kSharedStore, 0).silent());
  EXPECT_TRUE(right.barrier(0).touch(0, 0, kSharedStore, 0).silent());
}
TEST(Block, NamedBarrierOrdersThoseThere) {
  Kernel kernel(1, 96);
  kernel.touch(0, 0, kSharedStore, 0).arrive(0, 0, 1).arrive(0, 1, 1).open(0, 1);
  Kernel other = kernel;
  EXPECT_TRUE(kernel.touch(0, 1, kSharedLoad, 0).silent());
  EXPECT_FALSE(other.touch(0, 2, kSharedLoad, 0).silent());
}
TEST(Block, WhoOnlyArrivesLearnsNothing) {
  Kernel kernel(1, 64);
  kernel.touch(0, 0, kSharedStore, 0).touch(0, 1, kSharedStore, 64);
  kernel.arrive(0, 0, 1, false).arrive(0, 1, 1).open(0, 1);
  Kernel back = kernel;
  EXPECT_TRUE(kernel.touch(0, 1, kSharedLoad, 0).silent());
  EXPECT_FALSE(back.touch(0, 0, kSharedLoad, 64).silent());
  Kernel late(1, 64);
  late.arrive(0, 0, 1, false).touch(0, 0, kSharedStore, 0).arrive(0, 1, 1).open(0, 1);
  EXPECT_FALSE(late.touch(0, 1, kSharedLoad, 0).silent());
}
TEST(Block, ThreadsThatEndedHaveArrived) {
  Kernel kernel(1, 64);
  kernel.touch(0, 0, kSharedStore, 0).exit(0, 0, kAll).arrive(0, 1).open(0);
  kernel.touch(0, 1, kSharedLoad, 0);
  EXPECT_TRUE(kernel.silent());
  EXPECT_FALSE(kernel.silent(without(Rule::kExitArrives)));
}

TEST(Grid, BarrierOrdersBlocks) {
  Kernel kernel(3, 64);
  kernel.touch(0, 0, kStore, 0).wide(abi::kGridBarrier, 0, 3);
  kernel.touch(1, 1, kStore, 0).wide(abi::kGridBarrier, 0, 3).touch(2, 0, kLoad, 0);
  EXPECT_TRUE(kernel.silent());
  EXPECT_FALSE(kernel.silent(without(Rule::kWideBarrier)));
  EXPECT_FALSE(
      Kernel(2, 64).touch(0, 0, kStore, 0).barrier(0).barrier(1).touch(1, 0, kLoad, 0).silent());
}
TEST(Grid, ClusterBarrierOrdersItsBlocks) {
  Kernel kernel(4, 32, 2);
  kernel.touch(2, 0, kStore, 0).wide(abi::kClusterBarrier, 2, 2);
  Kernel other = kernel;
  EXPECT_TRUE(kernel.touch(3, 0, kLoad, 0).silent());
  EXPECT_FALSE(kernel.silent(without(Rule::kWideBarrier)));
  EXPECT_FALSE(other.touch(1, 0, kLoad, 0).silent());
}
TEST(Grid, ClusterArriveAndWait) {
  Kernel kernel(2, 32, 2);
  kernel.touch(0, 0, kStore, 0).touch(0, 0, kStore, 4);
  for (unsigned block : {0u, 1u}) kernel.arrive(block, 0, abi::kClusterBarrier, false);
  kernel.touch(0, 0, kStore, 8);
  for (unsigned block : {0u, 1u}) kernel.arrive(block, 0, abi::kClusterBarrier);
  for (unsigned block : {0u, 1u}) kernel.open(block, abi::kClusterBarrier);
  Kernel late = kernel;
  EXPECT_TRUE(kernel.touch(1, 0, kLoad, 0).touch(1, 0, kLoad, 4).silent());
  EXPECT_FALSE(late.touch(1, 0, kLoad, 8).silent());
}

// Shared memory of other blocks, between barriers of all.
TEST(Cluster, BarrierOrdersSharedMemory) {
  Kernel kernel(2, 32, 2);
  kernel.touch(0, 0, kSharedStore, 0, 4, kAll).remote(0, 1, kSharedStore, 0, 4, kAll);
  Kernel without_barrier = kernel;
  kernel.wide(abi::kClusterBarrier, 0, 2);
  kernel.remote(1, 0, kSharedLoad, 0, 4, kAll).touch(1, 0, kSharedLoad, 0, 4, kAll);
  EXPECT_TRUE(kernel.silent());
  EXPECT_FALSE(kernel.silent(without(Rule::kWideBarrier)));
  EXPECT_FALSE(without_barrier.remote(1, 0, kSharedLoad, 8).silent());
  EXPECT_FALSE(without_barrier.touch(1, 0, kSharedLoad, 8).silent());
}
// A store between arriving and waiting comes before nothing behind the barrier.
TEST(Cluster, StoreBetweenArriveAndWait) {
  for (const bool first_comes_early : {false, true}) {
    Kernel kernel(2, 32, 2);
    kernel.touch(0, 0, kSharedStore, 0);
    kernel.arrive(0, 0, abi::kClusterBarrier, false);
    if (first_comes_early) kernel.touch(0, 0, kSharedStore, 8).arrive(0, 0, abi::kClusterBarrier);
    kernel.arrive(1, 0, abi::kClusterBarrier);
    if (!first_comes_early) kernel.touch(0, 0, kSharedStore, 8).arrive(0, 0, abi::kClusterBarrier);
    kernel.open(0, abi::kClusterBarrier).open(1, abi::kClusterBarrier);
    Kernel late = kernel;
    EXPECT_TRUE(kernel.remote(1, 0, kSharedLoad, 0).silent());
    EXPECT_FALSE(late.remote(1, 0, kSharedLoad, 8).silent());
  }
}
// Who has arrived, and not waited, meets what others did before they arrived.
TEST(Cluster, AccessBehindAnEarlyArrival) {
  for (const bool waits : {false, true}) {
    Kernel kernel(2, 64, 2);
    kernel.touch(0, 0, kSharedStore, 0);
    for (const unsigned block : {0u, 1u}) {
      for (const unsigned warp : {0u, 1u}) kernel.arrive(block, warp, abi::kClusterBarrier, waits);
    }
    if (waits) kernel.open(0, abi::kClusterBarrier).open(1, abi::kClusterBarrier);
    EXPECT_EQ(kernel.touch(0, 1, kSharedStore, 0).silent(), waits);
  }
}
// A barrier of one block orders nothing for the others.
TEST(Cluster, BarrierOfOneBlock) {
  Kernel kernel(2, 64, 2);
  kernel.touch(0, 1, kSharedStore, 0).barrier(0).touch(0, 0, kSharedLoad, 0);
  EXPECT_TRUE(kernel.silent());
  EXPECT_FALSE(kernel.barrier(1).remote(1, 0, kSharedLoad, 0).silent());
}
// What a block did before it ended still meets others'.
TEST(Cluster, BlockThatHasEnded) {
  Kernel kernel(2, 32, 2);
  kernel.remote(0, 1, kSharedStore, 0).exit(0, 0, kAll).touch(1, 0, kSharedLoad, 0);
  EXPECT_FALSE(kernel.silent());
}

// The last block to finish reads what all wrote.
Kernel last_block_done(bool fenced, unsigned counter = kAdd, unsigned fence = kDeviceFence,
                       bool barrier = true) {
  Kernel kernel(2, 64);
  for (unsigned block : {0u, 1u}) {
    kernel.touch(block, 0, kStore, 64 + 4 * block);
    if (fenced) kernel.fence(block, 0, fence);
    kernel.touch(block, 0, counter, 0);
    if (barrier) kernel.barrier(block);
  }
  for (unsigned result : {0u, 1u}) kernel.touch(1, 1, kLoad, 64 + 4 * result);
  return kernel;
}
TEST(Memory, LastBlockDone) {
  EXPECT_TRUE(last_block_done(true).silent());
  EXPECT_EQ(last_block_done(false).races().size(), 1u);
  EXPECT_EQ(last_block_done(true, kAdd, kBlockFence).races().size(), 1u);
  EXPECT_EQ(last_block_done(true, kAdd, kDeviceFence, false).races().size(), 1u);
}
TEST(Memory, CounterOfTooSmallScope) {
  const auto races = last_block_done(true, kBlockAdd).races();
  ASSERT_EQ(races.size(), 2u);
  EXPECT_EQ(races[1].kind, RaceKind::kWrongScope);
}
TEST(Memory, FencesOfAllThenOneCounts) {
  Kernel kernel(2, 64);
  kernel.touch(0, 1, kStore, 64, 4, kAll).fence(0, 0, kDeviceFence, kAll);
  kernel.fence(0, 1, kDeviceFence, kAll).barrier(0).touch(0, 0, kAdd, 0);
  kernel.touch(1, 0, kAdd, 0).fence(1, 0).touch(1, 0, kLoad, 68);
  EXPECT_TRUE(kernel.silent());
  EXPECT_FALSE(kernel.silent(without(Rule::kBarrierCarriesFence)));
}
TEST(Memory, LookBack) {
  const auto chain = [](bool fenced) {
    Kernel kernel(4, 32);
    for (unsigned block = 0; block < 4; ++block) {
      if (block > 0) {
        kernel.touch(block, 0, kFlagLoad, 4 * (block - 1)).fence(block, 0);
        kernel.touch(block, 0, kLoad, 256 + 4 * (block - 1));
      }
      kernel.touch(block, 0, kStore, 256 + 4 * block);
      if (fenced) kernel.fence(block, 0);
      kernel.touch(block, 0, kFlagStore, 4 * block);
    }
    return kernel.touch(3, 0, kLoad, 256).silent();
  };
  EXPECT_TRUE(chain(true));
  EXPECT_FALSE(chain(false));
}
TEST(Memory, ReleaseAndAcquire) {
  const auto message = [](unsigned store, unsigned load) {
    Kernel kernel(2, 32);
    kernel.touch(0, 0, kStore, 64).touch(0, 0, store, 0).touch(1, 0, load, 0);
    return kernel.touch(1, 0, kLoad, 64).silent();
  };
  EXPECT_TRUE(message(kReleaseStore, kAcquireLoad));
  EXPECT_FALSE(message(kFlagStore, kAcquireLoad));
  EXPECT_FALSE(message(kReleaseStore, kFlagLoad));
}
TEST(Memory, LockWithAndWithoutFences) {
  const auto lock = [](bool fences) {
    Kernel kernel(2, 32);
    for (unsigned block : {0u, 1u}) {
      kernel.touch(block, 0, kAdd, 0);
      if (fences) kernel.fence(block, 0);
      kernel.touch(block, 0, kLoad, 64).touch(block, 0, kStore, 64);
      if (fences) kernel.fence(block, 0);
      kernel.touch(block, 0, kAdd, 0);
    }
    return kernel.races().size();
  };
  EXPECT_EQ(lock(true), 0u);
  EXPECT_EQ(lock(false), 2u);
}
TEST(Memory, AtomicAgainstPlain) {
  const auto races = Kernel(2, 32).touch(0, 0, kAdd, 0).touch(1, 0, kLoad, 0).races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, RaceKind::kAtomicPlain);
}
TEST(Memory, AtomicsOfDifferentSizes) {
  const auto races = Kernel(2, 32).touch(0, 0, kWideAdd, 0).touch(1, 0, kAdd, 4).races();
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, RaceKind::kMixedSize);
  EXPECT_TRUE(Kernel(2, 32).touch(0, 0, kWideAdd, 0).touch(1, 0, kAdd, 8).silent());
  EXPECT_TRUE(Kernel(2, 32).touch(0, 0, kWideAdd, 0).touch(1, 0, kWideAdd, 0).silent());
}
TEST(Memory, ReadThatIsComparedAndSwapped) {
  const auto loop = [](unsigned swap) {
    Kernel kernel(2, 32);
    for (unsigned block : {0u, 1u}) kernel.touch(block, 0, kLoad, 0).touch(block, 0, swap, 0);
    return kernel.silent();
  };
  EXPECT_TRUE(loop(kSwap));
  EXPECT_FALSE(loop(kAdd));
}
TEST(Memory, TheLastToCountSetsBack) {
  Kernel kernel(2, 32);
  kernel.touch(0, 0, kAdd, 0).touch(1, 0, kAdd, 0).touch(1, 0, kStore, 0);
  EXPECT_TRUE(kernel.silent());
  EXPECT_FALSE(kernel.silent(without(Rule::kOwnAtomic)));
  EXPECT_FALSE(kernel.touch(0, 0, kAdd, 0).silent());
}
TEST(Memory, ClusterScope) {
  EXPECT_TRUE(Kernel(2, 32, 2).touch(0, 0, kClusterAdd, 0).touch(1, 0, kClusterAdd, 0).silent());
  EXPECT_FALSE(Kernel(4, 32, 2).touch(1, 0, kClusterAdd, 0).touch(2, 0, kClusterAdd, 0).silent());
}

}  // namespace
}  // namespace heddle::checker::races
