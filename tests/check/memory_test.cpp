// SPDX-License-Identifier: Apache-2.0
// memcheck, on made-up events. The addresses of global memory are of none that is mapped.
#include <gtest/gtest.h>

#include "checker/memory/allocation_check.h"
#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::MemoryOrigin;
using probes::Space;

constexpr std::uint64_t kX = 0x10000000000, kY = kX + 512;

TEST(Memcheck, AccessesWithinAnAllocationAreSilent) {
  World w;
  w.allocate(kX, 128);
  w.begin();
  EXPECT_EQ(w.access(access_site(4), row(kX, 4), all(kX)), ~0u);
  EXPECT_EQ(w.access(access_site(4), row(kX, 4), all(0)), ~0u);
  EXPECT_EQ(w.found(), Found{});
}

TEST(Memcheck, NamesTheLaneThatLeavesItsAllocation) {
  World w;
  w.allocate(kX, 124);
  w.begin();
  EXPECT_EQ(w.access(access_site(4, true), row(kX, 4), all(kX)), 0x7fffffffu);
  ASSERT_EQ(w.found(), Found{"out-of-bounds"});
  const auto f = w.finding();
  EXPECT_EQ(f.headline, "Invalid __global__ write of size 4 bytes");
  EXPECT_EQ(f.kernel, "saxpy(float*)");
  EXPECT_EQ(f.sides[0].thread, (Index3{31, 0, 0}));
  EXPECT_EQ(f.sides[0].block, (Index3{3, 0, 0}));
  EXPECT_EQ(f.sides[0].places[0].line, 9u);
  EXPECT_EQ(f.object->relation, "right after the end of");
  EXPECT_EQ(f.object->bytes, 124u);
  EXPECT_EQ(f.object->call, "cudaMalloc");
}

TEST(Memcheck, CountsLanesAndReportsAPlaceOnce) {
  World w;
  w.allocate(kX, 64);
  w.begin();
  const auto site = access_site(4);
  EXPECT_EQ(w.access(site, row(kX, 4), all(kX)), 0xffffu);
  EXPECT_EQ(w.access(site, row(kX, 4), all(kX)), 0xffffu);
  EXPECT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.finding().occurrences, 32u);
}

TEST(Memcheck, ANeighboursMemoryIsNotOnesOwn) {
  World w;
  w.allocate(kX, 512);
  w.allocate(kY, 512);
  w.begin();
  EXPECT_EQ(w.access(access_site(4), row(kY, 4), all(kX)), 0u);
  ASSERT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.finding().object->relation, "right after the end of");
  // Where the code does not tell the object, it is memory like any other.
  EXPECT_EQ(w.access(access_site(4, false, 2), row(kY, 4), all(0)), ~0u);
}

TEST(Memcheck, TheCacheOfLastRangesLooksAtTheObjectToo) {
  World w;
  w.allocate(kX, 512);
  w.allocate(kY, 512);
  w.begin();
  const auto site = access_site(4);
  EXPECT_EQ(w.access(site, row(kY, 4), all(kY)), ~0u);
  EXPECT_EQ(w.access(site, row(kY, 4), all(kX)), 0u);
}

// A row is judged by its ends: whichever of them is outside, exactly the lanes there are kept back.
TEST(Memcheck, BothEndsOfARowCount) {
  World w;
  w.allocate(kX, 128);
  w.allocate(kY, 128);
  w.begin();
  const auto site = access_site(4);
  EXPECT_EQ(w.access(site, row(kX, 4), all(kX)), ~0u);  // the site knows its range from now on
  EXPECT_EQ(w.access(site, row(kX + 4, 4), all(kX)), 0x7fffffffu);
  EXPECT_EQ(w.access(site, row(kX - 4, 4), all(kX)), ~1u);
  EXPECT_EQ(w.access(site, row(kX + 128, -4), all(kX)), ~1u);
  EXPECT_EQ(w.access(site, row(kX + 120, -4), all(kX)), 0x7fffffffu);
  EXPECT_EQ(w.access(site, row(kX + 128, 0), all(kX)), 0u);
  EXPECT_EQ(w.access(site, row(kX + 2, 4), all(kX)), 0u);
  auto objects = all(kX);
  objects[7] = kY;
  EXPECT_EQ(w.access(site, row(kX, 4), objects), ~(1u << 7));
}

TEST(Memcheck, APointerToTheEndOfAnArrayIsOfThatArray) {
  World w;
  w.allocate(kX, 512);
  w.allocate(kY, 512);
  w.begin();
  EXPECT_EQ(w.access(access_site(4), row(kY - 128, 4), all(kY)), ~0u);
  EXPECT_EQ(w.found(), Found{});
}

TEST(Memcheck, OnlyBytesThatAreUsedCount) {
  World w;
  w.allocate(kX, 12);  // a struct of 16 bytes whose last four are padding
  w.begin();
  auto site = access_site(16);
  site.align = 4;
  site.touched = 0x0fff;
  EXPECT_EQ(w.access(site, all(kX), all(kX), 1), 1u);
  site.touched = 0xffff;
  EXPECT_EQ(w.access(site, all(kX), all(kX), 1), 0u);
}

TEST(Memcheck, InactiveLanesDoNotCount) {
  World w;
  w.allocate(kX, 4);
  w.begin();
  EXPECT_EQ(w.access(access_site(4), row(kX, 4), all(kX), 1), 1u);
  EXPECT_EQ(w.found(), Found{});
}

TEST(Memcheck, Misaligned) {
  World w;
  w.allocate(kX, 1024);
  w.begin();
  EXPECT_EQ(w.access(access_site(16), row(kX, 24), all(kX), 7), 5u);
  EXPECT_EQ(w.found(), Found{"misaligned"});
  auto packed = access_site(8, false, 2);
  packed.align = 1;
  EXPECT_EQ(w.access(packed, row(kX + 3, 8), all(kX)), ~0u);
}

TEST(Memcheck, UseAfterFree) {
  World w;
  w.allocate(kX, 512);
  w.begin();
  const auto site = access_site(4);
  EXPECT_EQ(w.access(site, row(kX, 4), all(kX)), ~0u);
  w.free(kX, 512);
  EXPECT_EQ(w.access(site, row(kX, 4), all(kX)), 0u);
  ASSERT_EQ(w.found(), Found{"use-after-free"});
  // Allocated anew, it is in order again.
  w.allocate(kX, 512);
  EXPECT_EQ(w.access(access_site(4, false, 2), row(kX, 4), all(kX)), ~0u);
}

// Accesses of other threads ask who freed memory as soon as it is no longer alive.
TEST(Memcheck, AFreeIsNotedBeforeTheMemoryIsDead) {
  Session session{Options{}};
  AllocationCheck check(session);
  unsigned noted = 0;
  session.note_freed = [&](const probes::Memory& event) {
    EXPECT_TRUE(session.memory.live_at(event.address));
    ++noted;
  };
  probes::Memory event{probes::MemoryChange::kAllocated, MemoryOrigin::kDevice, 0, kX, 64, "", {}};
  check.memory(event);
  EXPECT_EQ(noted, 0u);
  event.change = probes::MemoryChange::kFreed;
  check.memory(event);
  EXPECT_EQ(noted, 1u);
  EXPECT_FALSE(session.memory.live_at(kX));
}

TEST(Memcheck, ConstantMemoryIsReadOnly) {
  World w;
  w.variable(kX, 128, "limits", MemoryOrigin::kConstant);
  w.begin();
  EXPECT_EQ(w.access(access_site(4, false), row(kX, 4), all(kX)), ~0u);
  // The site after it in the cache of ranges: a store.
  EXPECT_EQ(w.access(access_site(4, true), row(kX, 4), all(kX)), 0u);
  ASSERT_EQ(w.found(), Found{"constant-write"});
  EXPECT_EQ(w.finding().object->name, "limits");
}

TEST(Memcheck, OneSharedArrayIsNotTheNext) {
  World w(32, 256, 256);
  w.begin();
  const probes::Variable first{"first", 128, 0};
  auto site = access_site(4, true, 1, Space::kShared);
  site.variable = &first;
  EXPECT_EQ(w.access(site, row(w.shared_begin() + 4, 4), all(w.shared_begin())), 0x7fffffffu);
  ASSERT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.finding().headline, "Invalid __shared__ write of size 4 bytes");
  EXPECT_EQ(w.finding().object->name, "first");
  EXPECT_EQ(w.finding().address, 128u);
}

TEST(Memcheck, DynamicSharedMemoryEndsWithTheBlocks) {
  World w(32, 256, 64);
  w.begin();
  const probes::Variable raw{"raw", 0, 64};
  auto site = access_site(4, false, 1, Space::kShared);
  site.variable = &raw;
  EXPECT_EQ(w.access(site, row(w.shared_begin() + 128, 4), all(0)), ~0u);
  EXPECT_EQ(w.access(site, row(w.shared_begin() + 132, 4), all(0)), 0x7fffffffu);
  ASSERT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.finding().object->bytes, 192u);
}

TEST(Memcheck, LocalArray) {
  World w;
  w.begin();
  const probes::Variable local{"", 16, 0};
  auto site = access_site(4, true, 1, Space::kLocal);
  site.event = probes::Event::kLocal;
  site.variable = &local;
  const auto objects = row(0x7000000, 16);
  auto addresses = row(0x7000000, 16);
  EXPECT_EQ(w.access(site, addresses, objects), ~0u);
  addresses[5] += 16;  // the next lane's array
  EXPECT_EQ(w.access(site, addresses, objects), ~0u & ~(1u << 5));
  ASSERT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{5, 0, 0}));
}

TEST(Memcheck, DoubleAndInvalidFree) {
  World w;
  w.allocate(kX, 512);
  w.free(kX, 512);
  w.refuse(kX);
  w.refuse(kY);
  EXPECT_EQ(w.found(), (Found{"double-free", "invalid-free"}));
  World v;
  v.allocate(kX, 512);
  v.refuse(kX + 4);
  ASSERT_EQ(v.found(), Found{"invalid-free"});
  EXPECT_EQ(v.finding().object->relation, "4 bytes inside");
}

TEST(Memcheck, LeaksAreTheProgramsOwnAllocations) {
  World w;
  w.ask_for({"--leak-check", "full"});
  w.allocate(kX, 512);
  w.allocate(kY, 100);
  w.variable(kX + 4096, 8, "v", MemoryOrigin::kVariable);
  w.allocate(kX + 8192, 8, MemoryOrigin::kRegistered, "cudaHostRegister");
  w.free(kX, 512);
  w.checks->finish();
  ASSERT_EQ(w.found(), Found{"leak"});
  EXPECT_EQ(w.finding().headline, "Leaked 100 bytes");
}

TEST(Memcheck, AResetFreesAll) {
  World w;
  w.ask_for({"--leak-check=full"});
  w.allocate(kX, 512);
  w.tell({probes::MemoryChange::kReset, MemoryOrigin::kDevice, 0, 0, 0, "cudaDeviceReset", {}});
  w.checks->finish();
  EXPECT_EQ(w.found(), Found{});
}

TEST(Memcheck, NoLeaksUnlessAskedFor) {
  World w;
  w.allocate(kX, 512);
  w.checks->finish();
  EXPECT_EQ(w.found(), Found{});
}

TEST(Memcheck, LaunchesThatAreLeftOutFailAsEver) {
  World w;
  w.ask_for({"--kernel-name", "other"});
  w.begin();
  EXPECT_EQ(w.access(access_site(4), row(0, 4), all(0)), ~0u);
  EXPECT_EQ(w.found(), Found{});
}

TEST(Memcheck, LaunchCountAndSkip) {
  World w;
  w.ask_for({"--launch-skip", "1", "--launch-count", "1"});
  std::vector<std::uint32_t> admitted;
  for (w.launch.id = 1; w.launch.id < 4; ++w.launch.id) {
    w.begin();
    admitted.push_back(w.access(access_site(4, false, w.launch.id), row(0, 4), all(0)));
    w.end();
  }
  EXPECT_EQ(admitted, (std::vector<std::uint32_t>{~0u, 0, ~0u}));
}

// Of the lane that the finding is about, in its type.
TEST(Values, OfTheFirstOccurrence) {
  static constexpr probes::Local kLocals[] = {{"i", probes::NumberKind::kSigned, 32},
                                              {"f", probes::NumberKind::kFloat, 32},
                                              {"flag", probes::NumberKind::kBool, 8},
                                              {"p", probes::NumberKind::kPointer, 64}};
  World w;
  w.allocate(0x10000, 64);
  w.begin();
  auto site = access_site(4, true);
  site.locals = kLocals;
  site.local_count = 4;
  std::uint64_t words[4][abi::kWarpSize]{};
  words[0][16] = 0xdeadbeeffffffffe;
  words[1][16] = 0x3fc00000;
  words[2][16] = 1;
  words[3][16] = 0x7f00;
  const auto denied = ~w.access(site, row(0x10000, 4), all(0x10000));
  EXPECT_EQ(denied, 0xffff0000);
  w.values(*w.last_site, denied, words);
  words[0][16] = 3;
  w.access(site, row(0x10000, 4), all(0x10000));
  w.values(*w.last_site, denied, words);
  const auto variables = w.finding().sides[0].variables;
  ASSERT_EQ(variables.size(), 4u);
  EXPECT_EQ(variables[0].value, "-2");
  EXPECT_EQ(variables[1].value, "1.5");
  EXPECT_EQ(variables[2].value, "true");
  EXPECT_EQ(variables[3].value, "0x7f00");
}

probes::Site local_site(std::uint32_t bytes) {
  auto site = site_of(probes::Event::kLocal, 5);
  site.space = Space::kLocal;
  site.bytes = bytes;
  return site;
}

// Copies of 16 bytes side by side, lane after lane.
TEST(Memcheck, TheNextLanesCopyIsNotOnesOwn) {
  for (const bool object_is_known : {true, false}) {
    World w;
    w.begin();
    w.local_object(local_site(16), row(kX, 16));
    auto access = local_site(4);
    access.align = 4;
    const auto objects = object_is_known ? row(kX, 16) : all(0);
    EXPECT_EQ(w.access(access, row(kX + 12, 16), objects), ~0u);
    EXPECT_EQ(w.found(), Found{});
    // Behind the last lane's lies nothing that anybody knows.
    EXPECT_EQ(w.access(access, row(kX + 16, 16), objects), object_is_known ? 0u : 1u << 31);
    ASSERT_EQ(w.found(), Found{"out-of-bounds"});
    EXPECT_EQ(w.finding().object->relation, "right after the end of");
    EXPECT_EQ(w.finding().object->bytes, 16u);
  }
}
// The memory is another object's later, and a pointer to the end of one may be to the next one.
TEST(Memcheck, LocalMemoryIsUsedAgain) {
  World w;
  w.begin();
  w.local_object(local_site(4), row(kX, 64));
  w.local_object(local_site(32), row(kX, 64));
  w.local_object(local_site(32), row(kX + 32, 64));
  auto access = local_site(4);
  EXPECT_EQ(w.access(access, row(kX + 28, 64), row(kX, 64)), ~0u);
  EXPECT_EQ(w.access(access, row(kX + 28, 64), row(kX + 32, 64)), ~0u);
  EXPECT_EQ(w.found(), Found{});
  EXPECT_EQ(w.access(access, row(kX + 32, 64), row(kX + 4, 64)), 0u);
  EXPECT_EQ(w.found(), Found{"out-of-bounds"});
}

}  // namespace
}  // namespace heddle::checker::testing
