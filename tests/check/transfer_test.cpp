// SPDX-License-Identifier: Apache-2.0
// memcheck of copies and sets, on made-up events.
#include <gtest/gtest.h>

#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::MemoryOrigin;
using probes::TransferKind;

constexpr std::uint64_t kX = 0x10000000000, kY = kX + 0x10000, kHost = 0x20000000000;

probes::Transfer copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  return {TransferKind::kCopy, false, 0, 1, {to}, {from}, bytes, 1, 1, "cudaMemcpy", {}};
}

TEST(MemcheckOfCopies, BothSidesAreChecked) {
  World w;
  w.allocate(kX, 128);
  w.allocate(kY, 64);
  w.transfer(copy(kX, kY, 64));
  w.transfer(copy(kX, kHost, 128));
  EXPECT_EQ(w.found(), Found{});
  w.transfer(copy(kX, kY, 65));
  ASSERT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.finding().headline, "Invalid read of 65 bytes by cudaMemcpy");
  EXPECT_EQ(w.finding().object->bytes, 64u);
  w.transfer(copy(kX + 100, kHost, 29));
  ASSERT_EQ(w.found().size(), 2u);
  EXPECT_EQ(w.finding(1).headline, "Invalid write of 29 bytes by cudaMemcpy");
  EXPECT_EQ(w.finding(1).notes.front(), "What is written ends 1 byte after the end of it");
}

TEST(MemcheckOfCopies, TheLastRowCountsToItsEndOnly) {
  World w;
  w.allocate(kX, 3 * 96 + 64);
  w.transfer({TransferKind::kSet, false, 0, 1, {kX, 96}, {}, 64, 4, 1, "cudaMemset2D", {}});
  EXPECT_EQ(w.found(), Found{});
  w.transfer({TransferKind::kSet, false, 0, 1, {kX, 96}, {}, 65, 4, 1, "cudaMemset2D", {}});
  EXPECT_EQ(w.found(), Found{"out-of-bounds"});
}

TEST(MemcheckOfCopies, FreedMemoryIsNobodys) {
  World w;
  w.allocate(kX, 128);
  w.free(kX, 128);
  w.transfer(copy(kHost, kX, 4));
  EXPECT_EQ(w.found(), Found{"use-after-free"});
}

TEST(MemcheckOfCopies, SaysThatTheCallRefusedIt) {
  World w;
  w.allocate(kX, 128);
  auto event = copy(kX, kHost, 129);
  event.refused = true;
  w.transfer(event);
  ASSERT_EQ(w.found(), Found{"out-of-bounds"});
  EXPECT_EQ(w.finding().notes.back(), "The call answered an error and copied nothing");
}

// Of memory that is the program's own, parts may be registered.
TEST(MemcheckOfCopies, RegisteredMemoryIsNotAnObject) {
  World w;
  w.allocate(kHost, 4096, MemoryOrigin::kRegistered);
  w.transfer(copy(kHost, kHost + 4000, 200));
  EXPECT_EQ(w.found(), Found{});
}

TEST(MemcheckOfCopies, CanBeLeftOut) {
  World w;
  w.ask_for({"--check-api-memory-access=no"});
  w.allocate(kX, 128);
  w.transfer(copy(kX, kHost, 129));
  EXPECT_EQ(w.found(), Found{});
}

}  // namespace
}  // namespace heddle::checker::testing
