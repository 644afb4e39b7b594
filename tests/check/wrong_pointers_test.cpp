// SPDX-License-Identifier: Apache-2.0
// memcheck, on made-up events: pointers that lead to no allocation, but to null, nothing, the
// host's memory.
#include <gtest/gtest.h>

#include "checker/memory/allocation_check.h"
#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::MemoryOrigin;
using probes::Space;

constexpr std::uint64_t kX = 0x10000000000;

TEST(WrongPointers, Null) {
  World w;
  w.begin();
  EXPECT_EQ(w.access(access_site(4), row(0, 4), all(0)), 0u);
  EXPECT_EQ(w.found(), Found{"null-pointer"});
}

// A lane that must not load gets 0: where that was a pointer, the fault has been told.
TEST(WrongPointers, NullThatIsLoadedFromAWrongAddress) {
  World w;
  w.allocate(kX, 248);
  w.begin();
  EXPECT_EQ(w.access(access_site(8), row(kX, 8), all(kX)), 0x7fffffffu);
  EXPECT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.access(access_site(4, true, 2), all(16), all(0), 1u << 31), 0u);
  EXPECT_EQ(w.found(), Found{"out-of-bounds"});
  // Another lane's is its own.
  EXPECT_EQ(w.access(access_site(4, true, 2), all(16), all(0)), 0u);
  EXPECT_EQ(w.found(), (Found{"out-of-bounds", "null-pointer"}));
  EXPECT_EQ(w.finding(1).occurrences, 31u);
}
TEST(WrongPointers, NullBesideAWordOfAWrongAddress) {
  World w;
  w.allocate(kX, 64);
  w.begin();
  w.access(access_site(4), row(kX, 4), all(kX));
  w.access(access_site(4, true, 2), all(16), all(0));
  EXPECT_EQ(w.found(), (Found{"out-of-bounds", "null-pointer"}));
}

TEST(WrongPointers, AddressOfNothing) {
  World w;
  w.allocate(kX, 512);
  w.begin();
  EXPECT_EQ(w.access(access_site(4), all(kX + (1 << 30)), all(0), 1), 0u);
  EXPECT_EQ(w.found(), Found{"invalid-address"});
}

TEST(WrongPointers, NearAnAllocationIsOutOfItsBounds) {
  World w;
  w.allocate(kX, 512);
  w.begin();
  EXPECT_EQ(w.access(access_site(4), all(kX - 8), all(0), 1), 0u);
  ASSERT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.finding().object->relation, "8 bytes before the beginning of");
}

TEST(WrongPointers, HostMemory) {
  World w;
  w.begin();
  std::vector<int> host(64);
  const auto address = reinterpret_cast<std::uint64_t>(host.data());
  EXPECT_EQ(w.access(access_site(4), all(address), all(address), 1), 0u);
  EXPECT_EQ(w.found(), Found{"host-pointer"});
}

TEST(WrongPointers, TheDevicesHeapIsNoHostMemory) {
  World w;
  std::vector<int> heap(64);
  const auto address = reinterpret_cast<std::uint64_t>(heap.data());
  w.allocate(address, 256, MemoryOrigin::kHeap, "malloc");
  w.begin();
  EXPECT_EQ(w.access(access_site(4), row(address, 4), all(address)), ~0u);
  EXPECT_EQ(w.found(), Found{});
}

}  // namespace
}  // namespace heddle::checker::testing
