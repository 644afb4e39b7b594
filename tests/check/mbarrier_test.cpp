// SPDX-License-Identifier: Apache-2.0
// synccheck, mbarriers, on made-up events.
#include <gtest/gtest.h>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using abi::MbarrierOp;
using probes::Event;

probes::Site site(MbarrierOp op, std::uint64_t key = 1) {
  auto site = site_of(Event::kMbarrier, key);
  site.operation = static_cast<std::uint32_t>(op);
  return site;
}

struct Mbarriers : World {
  Mbarriers() : World(32, 64) { begin(); }
  void tell(MbarrierOp op, std::uint32_t lanes, std::uint64_t count = 0, std::uint64_t bytes = 0,
            std::uint64_t offset = 8) {
    operation(site(op), 0, lanes, all(shared_begin() + offset), all(count), all(bytes));
    for (; lanes; lanes &= lanes - 1) carry_out(op, count, bytes, word(offset));
  }
  std::uint64_t& word(std::uint64_t offset) {
    return *reinterpret_cast<std::uint64_t*>(shared_begin() + offset);
  }
  // As the engine does.
  static void carry_out(MbarrierOp op, std::uint64_t count, std::uint64_t bytes,
                        std::uint64_t& word) {
    using M = abi::Mbarrier;
    constexpr std::uint64_t kCount = (1u << M::kCountBits) - 1, kBytes = (1u << M::kBytesBits) - 1;
    auto of = word & kCount, pending = word >> M::kPendingShift & kCount,
         lacks = word >> M::kBytesShift & kBytes, phase = word >> M::kPhaseShift;
    if (op == MbarrierOp::kInit) of = pending = count, lacks = phase = 0;
    if (op == MbarrierOp::kInvalidate) of = pending = lacks = phase = 0;
    const bool arrives = op == MbarrierOp::kArrive || op == MbarrierOp::kArriveDrop;
    if (arrives) pending -= count;
    if (op == MbarrierOp::kArriveDrop) of -= count;
    if (arrives || op == MbarrierOp::kExpect) lacks += bytes;
    if (op == MbarrierOp::kComplete) lacks -= bytes;
    if ((arrives || op == MbarrierOp::kComplete) && pending == 0 && (lacks & kBytes) == 0) {
      ++phase;
      pending = of;
    }
    word = of | pending << M::kPendingShift | (lacks & kBytes) << M::kBytesShift |
           phase << M::kPhaseShift;
  }
  // __syncthreads()
  void together() {
    barrier(site_of(Event::kBarrier, 7), 0, ~0u);
    open({~0u});
  }
};

TEST(Mbarrier, PhaseAfterPhaseIsSilent) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 32);
  w.together();
  for (int phase = 0; phase < 3; ++phase) {
    w.tell(MbarrierOp::kArrive, ~0u, 1);
    w.tell(MbarrierOp::kLook, ~0u);
  }
  w.together();
  w.tell(MbarrierOp::kInvalidate, 1);
  w.tell(MbarrierOp::kInit, 1, 4);
  w.together();
  w.tell(MbarrierOp::kArrive, 0xf, 1);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

// The initialisation is a store that others have to be ordered behind.
TEST(Mbarrier, OthersDoNotWaitForTheInitialisation) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 32);
  w.tell(MbarrierOp::kArrive, ~0u, 1);
  w.end();
  EXPECT_EQ(w.found(), Found{"race"});
}

TEST(Mbarrier, BeforeItIsInitialised) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 32, 0, 0);
  w.tell(MbarrierOp::kArrive, 0xf0, 1);
  ASSERT_EQ(w.found(), Found{"barrier-misuse"});
  EXPECT_EQ(w.finding().headline,
            "Barrier error detected. mbarrier is arrived at before it is initialised");
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{4, 0, 0}));
  EXPECT_EQ(w.finding().address, 8u);
}

TEST(Mbarrier, OneArrivalTooMany) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 8);
  w.tell(MbarrierOp::kExpect, 1, 0, 16);
  w.tell(MbarrierOp::kArrive, 0xff, 1);
  EXPECT_EQ(w.found(), Found{});
  w.tell(MbarrierOp::kArrive, 0x100, 1);
  EXPECT_EQ(w.finding().headline,
            "Barrier error detected. More threads arrive at an mbarrier than the 8 that it was "
            "initialised for");
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{8, 0, 0}));
}

TEST(Mbarrier, ThoseThatDropOutAreNotExpected) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 2);
  w.tell(MbarrierOp::kArriveDrop, 1, 1);
  w.tell(MbarrierOp::kArrive, 2, 1);
  w.tell(MbarrierOp::kArrive, 2, 1);
  EXPECT_EQ(w.found(), Found{});
}

TEST(Mbarrier, InitialisedTwiceAndForNobody) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 2);
  w.tell(MbarrierOp::kInit, 1, 2);
  w.tell(MbarrierOp::kInit, 1, 0, 0, 16);
  EXPECT_EQ(w.found(), (Found{"barrier-misuse", "barrier-misuse"}));
}

TEST(Mbarrier, BytesThatNeverCome) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 1);
  w.tell(MbarrierOp::kArrive, 1, 1, 256);
  w.tell(MbarrierOp::kComplete, 1, 0, 128);
  w.end();
  ASSERT_EQ(w.found(), Found{"barrier-misuse"});
  EXPECT_EQ(w.finding().headline,
            "Barrier error detected. The block ends while an mbarrier waits for 128 bytes");
}

TEST(Mbarrier, BytesThatCome) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 1);
  w.tell(MbarrierOp::kComplete, 1, 0, 256);
  w.tell(MbarrierOp::kArrive, 1, 1, 256);
  w.tell(MbarrierOp::kArrive, 1, 1, 0);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

// Counted through all numbers that a phase has in memory.
TEST(Mbarrier, NinePhases) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 2);
  for (int phase = 0; phase < 9; ++phase) {
    w.tell(MbarrierOp::kArrive, 1, 1, 64);
    w.tell(MbarrierOp::kLook, 1);
    w.tell(MbarrierOp::kComplete, 1, 0, 64);
    w.tell(MbarrierOp::kArrive, 1, 1);
  }
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

TEST(Mbarrier, SomethingElseWrites) {
  for (const auto op : {MbarrierOp::kLook, MbarrierOp::kArrive, MbarrierOp::kInvalidate}) {
    Mbarriers w;
    w.tell(MbarrierOp::kInit, 1, 8);
    w.tell(MbarrierOp::kArrive, 1, 1);
    w.word(8) += 2;
    w.tell(op, 0xf0, 1);
    ASSERT_EQ(w.found().at(0), "barrier-misuse");
    EXPECT_EQ(w.finding().headline,
              "Barrier error detected. Something other than operations on it has written to an "
              "mbarrier");
    EXPECT_EQ(w.finding().sides[0].thread, (Index3{4, 0, 0}));
  }
}

// Written and put back, nothing is wrong; and another init makes it anew.
TEST(Mbarrier, InvalidatedMemoryIsTheProgramsOwn) {
  Mbarriers w;
  w.tell(MbarrierOp::kInit, 1, 8);
  w.tell(MbarrierOp::kInvalidate, 1);
  w.word(8) = 12345;
  w.tell(MbarrierOp::kInit, 1, 4);
  w.together();
  w.tell(MbarrierOp::kArrive, 0xf, 1);
  w.end();
  EXPECT_EQ(w.found(), Found{});
}

}  // namespace
}  // namespace heddle::checker::testing
