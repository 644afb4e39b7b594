// SPDX-License-Identifier: Apache-2.0
// initcheck, on made-up events; and its bytes and copies against what is plainly right.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "checker/definedness/undefined_bytes.h"
#include "events.h"

namespace heddle::checker::testing {
namespace {

using probes::MemoryOrigin;
using probes::Space;
using probes::TransferKind;

constexpr std::uint64_t kX = 0x10000000000, kY = kX + 0x10000, kHost = 0x20000000000;

probes::Site load(std::uint32_t bytes, std::uint32_t decided, std::uint32_t copy = 0,
                  std::uint64_t key = 1) {
  auto site = access_site(bytes, false, key);
  site.decided = decided;
  site.copy = copy;
  return site;
}
probes::Site store(std::uint32_t bytes, std::uint32_t copy = 0, std::uint32_t from = 0) {
  auto site = access_site(bytes, true, 9);
  site.copy = copy;
  site.copied_from = from;
  return site;
}
struct Only : World {
  explicit Only(std::uint32_t shared_bytes = 0) : World(32, shared_bytes) {
    ask_for({"--tool", "initcheck"});
  }
};

TEST(Initcheck, WhatIsStoredIsDefined) {
  Only w;
  w.allocate(kX, 128);
  w.begin();
  w.access(store(4), row(kX, 4), all(kX));
  w.access(load(4, 0xf), row(kX, 4), all(kX));
  EXPECT_EQ(w.found(), Found{});
}

TEST(Initcheck, NamesTheLaneThatReadsWhatNobodyWrote) {
  Only w;
  w.allocate(kX, 128);
  w.begin();
  w.access(store(4), row(kX, 4), all(kX), 0x0000ffff);
  w.access(load(4, 0xf), row(kX, 4), all(kX));
  ASSERT_EQ(w.found(), Found{"uninitialised"});
  const auto f = w.finding();
  EXPECT_EQ(f.headline, "Uninitialized __global__ memory read of size 4 bytes");
  EXPECT_EQ(f.sides[0].thread, (Index3{16, 0, 0}));
  EXPECT_EQ(f.object->relation, "64 bytes inside");
  EXPECT_EQ(f.occurrences, 16u);
}

TEST(Initcheck, OnlyBytesThatDecideCount) {
  Only w;
  w.allocate(kX, 32 * 8);
  w.begin();
  // Structs of a char, a hole of three bytes and an int.
  w.access(store(1), row(kX, 8), all(kX));
  w.access(store(4), row(kX + 4, 8), all(kX));
  w.access(load(8, 0xf1), row(kX, 8), all(kX));
  EXPECT_EQ(w.found(), Found{});
  w.access(load(8, 0xf3), row(kX, 8), all(kX));
  EXPECT_EQ(w.found(), Found{"uninitialised"});
}

TEST(Initcheck, ACopyIsAsUndefinedAsItsSource) {
  Only w;
  w.allocate(kX, 32 * 16);
  w.allocate(kY, 32 * 4);
  w.begin();
  for (unsigned element : {0u, 4u, 12u}) {
    w.access(store(4), row(kX + element, 16), all(kX));
  }
  w.access(load(16, 0, 5), row(kX, 16), all(kX));
  w.access(store(4, 5, 12), row(kY, 4), all(kY));  // the last element
  w.access(load(4, 0xf, 0, 2), row(kY, 4), all(kY));
  EXPECT_EQ(w.found(), Found{});
  w.access(store(4, 5, 8), row(kY, 4), all(kY), 2);  // the one that nobody wrote
  w.access(load(4, 0xf, 0, 2), row(kY, 4), all(kY));
  ASSERT_EQ(w.found(), Found{"uninitialised"});
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{1, 0, 0}));
  EXPECT_EQ(w.finding().occurrences, 1u);
}

TEST(Initcheck, ALaneThatLoadsAgainForgetsWhatItHad) {
  Only w;
  w.allocate(kX, 256);
  w.allocate(kY, 128);
  w.begin();
  w.access(store(4), row(kX + 128, 4), all(kX));
  w.access(load(4, 0, 1), row(kX, 4), all(kX));
  w.access(load(4, 0, 1), row(kX + 128, 4), all(kX), 0x7fffffff);
  w.access(store(4, 1), row(kY, 4), all(kY));
  w.access(load(4, 0xf, 0, 2), row(kY, 4), all(kY));
  ASSERT_EQ(w.found(), Found{"uninitialised"});
  EXPECT_EQ(w.finding().sides[0].thread, (Index3{31, 0, 0}));
}

TEST(Initcheck, SharedMemoryBeginsUndefinedInEachBlock) {
  Only w(128);
  const auto address = row(w.shared_begin(), 4);
  auto write = store(4);
  auto read = load(4, 0xf);
  write.space = read.space = Space::kShared;
  w.begin();
  w.access(write, address, all(w.shared_begin()));
  w.access(read, address, all(w.shared_begin()));
  EXPECT_EQ(w.found(), Found{});
  w.end();
  w.begin();
  w.access(read, address, all(w.shared_begin()));
  ASSERT_EQ(w.found(), Found{"uninitialised"});
  EXPECT_EQ(w.finding().headline, "Uninitialized __shared__ memory read of size 4 bytes");
}

TEST(Initcheck, CopiesAndSetsOfTheRuntime) {
  Only w;
  void* const call = w.shared.data();
  w.allocate(kX, 4096);
  w.allocate(kY, 4096);
  const auto copy = [&](std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
    w.transfer(
        {TransferKind::kCopy, false, 0, 1, {to}, {from}, bytes, 1, 1, "cudaMemcpy", {&call, 1}});
  };
  w.begin();
  // Rows of 16 bytes at a distance of 32.
  w.transfer({TransferKind::kSet, false, 0, 1, {kX, 32}, {}, 16, 4, 1, "cudaMemset2D", {}});
  copy(kY, kX, 128);
  copy(kHost, kY, 4096);  // some of it is there
  w.access(load(4, 0xf), row(kY, 32), all(kY), 0xf);
  EXPECT_EQ(w.found(), Found{});
  copy(kY + 200, kHost, 8);
  w.access(load(8, 0xff), row(kY + 200, 0), all(kY), 1);
  EXPECT_EQ(w.found(), Found{});
  w.access(load(4, 0xf, 0, 2), row(kY + 16, 0), all(kY), 1);
  ASSERT_EQ(w.found(), Found{"uninitialised"});
  copy(kHost, kX + 1024, 100);
  ASSERT_EQ(w.found().size(), 2u);
  EXPECT_EQ(w.finding(1).headline,
            "Uninitialized __global__ memory read of 100 bytes by cudaMemcpy");
}

// The host writes there and tells nobody.
TEST(Initcheck, MemoryOfTheHostIsDefined) {
  Only w;
  w.allocate(kX, 128);
  w.allocate(kY, 128, MemoryOrigin::kManaged, "cudaMallocManaged");
  w.begin();
  w.access(load(4, 0, 1), row(kX, 4), all(kX));
  w.access(store(4, 1), row(kY, 4), all(kY));
  w.access(load(4, 0xf, 0, 2), row(kY, 4), all(kY));
  EXPECT_EQ(w.found(), Found{});
}

TEST(Initcheck, AtomicOperationsReadButExchangesDoNot) {
  Only w;
  w.allocate(kX, 64);
  w.begin();
  auto site = access_site(4, true, 3);
  site.event = probes::Event::kAtomic;
  site.access = probes::AccessKind::kAtomic;
  site.operation = static_cast<std::uint32_t>(probes::AtomicOp::kExchange);
  w.access(site, row(kX, 0), all(kX), 1);
  EXPECT_EQ(w.found(), Found{});
  site.operation = static_cast<std::uint32_t>(probes::AtomicOp::kAdd);
  w.access(site, row(kX, 0), all(kX), 1);
  EXPECT_EQ(w.found(), Found{});
  w.access(site, row(kX + 4, 0), all(kX), 1);
  EXPECT_EQ(w.found(), Found{"uninitialised"});
}

// Random operations on a few pages and words, beside one flag a byte.
TEST(UndefinedBytes, AreWhatOneFlagAByteSays) {
  std::mt19937 random(7);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  constexpr std::uint64_t kBase = kX - 3 * 65536 - 100, kBytes = 5 * 65536;
  for (int round = 0; round < 20; ++round) {
    UndefinedBytes bytes;
    std::vector<bool> flags(kBytes);
    // Close to the borders of words and pages as often as not.
    const auto place = [&] {
      const auto near = (below(5) * 65536 + 100 + below(3) * 64 + below(80)) % (kBytes - 200);
      return below(2) ? near : below(kBytes - 200);
    };
    for (int step = 0; step < 300; ++step) {
      const auto at = place();
      const auto count = below(4) ? below(150) : below(kBytes - at);
      const auto few = static_cast<unsigned>(1 + below(32));
      switch (below(5)) {
        case 0: {
          const bool undefined = below(2);
          bytes.set(kBase + at, count, undefined);
          std::fill_n(flags.begin() + static_cast<long>(at), count, undefined);
          break;
        }
        case 1: {
          const auto which = static_cast<std::uint32_t>(random()),
                     value = static_cast<std::uint32_t>(random());
          bytes.put(kBase + at, which, value);
          for (unsigned i = 0; i < 32; ++i) {
            if (which >> i & 1) flags[at + i] = value >> i & 1;
          }
          break;
        }
        case 2: {
          const auto from = place();
          const auto most = std::min<std::uint64_t>({count, kBytes - from, kBytes - at});
          bytes.copy(kBase + at, kBase + from, most);
          const std::vector<bool> held(flags.begin() + static_cast<long>(from),
                                       flags.begin() + static_cast<long>(from + most));
          std::copy(held.begin(), held.end(), flags.begin() + static_cast<long>(at));
          break;
        }
        case 3: {
          std::uint32_t want = 0;
          for (unsigned i = 0; i < few; ++i) want |= std::uint32_t{flags[at + i]} << i;
          ASSERT_EQ(bytes.at(kBase + at, few), want);
          break;
        }
        default: {
          const auto first = flags.begin() + static_cast<long>(at);
          ASSERT_EQ(bytes.all(kBase + at, few),
                    std::all_of(first, first + few, [](bool b) { return b; }));
        }
      }
    }
  }
}

}  // namespace
}  // namespace heddle::checker::testing
