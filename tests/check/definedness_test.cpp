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

// Sites of one table: loads and stores of a few sizes, and what decides.
enum Number : unsigned {
  kLoad1,
  kLoad4,
  kLoad8,
  kLoad16,
  kStore1,
  kStore4,
  kStore8,
  kObject,
  kBranch,
  kResult,
  kSites
};
const probes::Site& at(Number number) {
  static const auto table = [] {
    std::array<probes::Site, kSites> sites{};
    for (unsigned id = 0; id < kSites; ++id) {
      sites[id] = access_site(4, false, 100 + id);
      sites[id].event = probes::Event::kUndefined;
      sites[id].id = id;
    }
    const auto sized = [&](Number which, std::uint32_t bytes) {
      sites[which].bytes = bytes;
      sites[which].touched = (1u << bytes) - 1;
    };
    sized(kLoad1, 1), sized(kLoad8, 8), sized(kLoad16, 16), sized(kStore1, 1), sized(kStore8, 8);
    sites[kObject].bytes = 40;
    sites[kBranch].operation = static_cast<std::uint32_t>(probes::Use::kBranch);
    sites[kResult].operation = static_cast<std::uint32_t>(probes::Use::kStored);
    return sites;
  }();
  return table[number];
}

Words every(std::uint32_t value) {
  Words words;
  words.fill(value);
  return words;
}

struct Only : World {
  explicit Only(std::uint32_t shared_bytes = 0) : World(32, shared_bytes) {
    ask_for({"--tool", "initcheck"});
  }
  // As a branch on what is loaded: the lanes that have undefined bytes there.
  std::uint32_t decide(Number load, const Lanes& addresses) {
    const auto undefined = loaded(at(load), addresses);
    std::uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 32; ++lane) lanes |= std::uint32_t{undefined[lane] != 0} << lane;
    if (lanes) used(at(kBranch), all(0), every(load), lanes);
    return lanes;
  }
};

TEST(Initcheck, WhatIsStoredIsDefined) {
  Only w;
  w.allocate(kX, 128);
  w.begin();
  w.stored(at(kStore4), row(kX, 4), {});
  EXPECT_EQ(w.loaded(at(kLoad4), row(kX, 4)), Words{});
}

TEST(Initcheck, NamesTheLaneThatReadsWhatNobodyWrote) {
  Only w;
  w.allocate(kX, 128);
  w.begin();
  w.stored(at(kStore4), row(kX, 4), {}, 0x0000ffff);
  EXPECT_EQ(w.decide(kLoad4, row(kX, 4)), 0xffff0000);
  ASSERT_EQ(w.found(), Found{"uninitialised"});
  const auto f = w.finding();
  EXPECT_EQ(f.headline, "Uninitialized __global__ memory read of size 4 bytes");
  EXPECT_EQ(f.sides[0].thread, (Index3{16, 0, 0}));
  EXPECT_EQ(f.object->relation, "64 bytes inside");
  EXPECT_EQ(f.occurrences, 16u);
}

TEST(Initcheck, KnowsSingleBytes) {
  Only w;
  w.allocate(kX, 32 * 8);
  w.begin();
  // Structs of a char, a hole of three bytes and an int.
  w.stored(at(kStore1), row(kX, 8), {});
  w.stored(at(kStore4), row(kX + 4, 8), {});
  EXPECT_EQ(w.loaded(at(kLoad8), row(kX, 8)), every(0x0e));
  EXPECT_EQ(w.loaded(at(kLoad1), row(kX, 8)), Words{});
  EXPECT_EQ(w.loaded(at(kLoad8), row(kX, 8), 1)[1], 0u);  // lanes that are not there
}

TEST(Initcheck, WhatIsStoredUndefinedStaysSo) {
  Only w;
  w.allocate(kX, 32 * 16);
  w.begin();
  w.stored(at(kStore8), row(kX, 16), {});
  w.stored(at(kStore8), row(kX, 16), every(0x3c));
  EXPECT_EQ(w.loaded(at(kLoad16), row(kX, 16)), every(0xff3c));
  EXPECT_EQ(w.found(), Found{});
}

TEST(Initcheck, SharedMemoryBeginsUndefinedInEachBlock) {
  Only w(128);
  const auto address = row(w.shared_begin(), 4);
  w.begin();
  w.stored(at(kStore4), address, {});
  EXPECT_EQ(w.decide(kLoad4, address), 0u);
  w.end();
  w.begin();
  EXPECT_EQ(w.decide(kLoad4, address), ~0u);
  ASSERT_EQ(w.found(), Found{"uninitialised"});
  EXPECT_EQ(w.finding().headline, "Uninitialized __shared__ memory read of size 4 bytes");
}

TEST(Initcheck, StackObjectsBeginUndefinedEachTime) {
  Only w;
  w.begin();
  const auto mine = row(kX, 40);
  for (int round = 0; round < 2; ++round) {
    w.object_begins(at(kObject), mine);
    EXPECT_EQ(w.loaded(at(kLoad16), mine), every(0xffff));
    w.stored(at(kStore8), mine, {});
    EXPECT_EQ(w.loaded(at(kLoad16), mine), every(0xff00));
  }
  EXPECT_EQ(w.decide(kLoad16, mine), ~0u);
  ASSERT_EQ(w.found(), Found{"uninitialised"});
  EXPECT_EQ(w.finding().headline, "Uninitialized __local__ memory read of size 16 bytes");
}

TEST(Initcheck, OneFindingForEachSource) {
  Only w;
  w.allocate(kX, 128);
  w.begin();
  auto sources = every(kLoad4);
  w.loaded(at(kLoad4), row(kX, 4));
  sources[7] = kLoad8;
  sources[9] = probes::UndefinedUse::kNowhere;
  w.used(at(kBranch), all(0), sources, 0x3ff);
  ASSERT_EQ(w.found().size(), 3u);
  EXPECT_EQ(w.finding(0).occurrences, 8u);
  EXPECT_EQ(w.finding(1).sides[0].thread, (Index3{7, 0, 0}));
  EXPECT_FALSE(w.finding(1).address);  // it is not known where it was read
  EXPECT_EQ(w.finding(2).headline, "Uninitialized variable used");
}

TEST(Initcheck, ResultsMatterWhereTheyGoToGlobalMemory) {
  Only w(128);
  w.allocate(kX, 128);
  w.begin();
  w.used(at(kResult), row(w.shared_begin(), 4), every(kLoad4), ~0u);
  w.used(at(kResult), row(kHost, 4), every(kLoad4), ~0u);  // of the stack
  EXPECT_EQ(w.found(), Found{});
  w.used(at(kResult), row(kX, 4), every(kLoad4), ~0u);
  EXPECT_EQ(w.found(), Found{"uninitialised"});
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
  EXPECT_EQ(w.loaded(at(kLoad4), row(kY, 32), 0xf), Words{});
  EXPECT_EQ(w.found(), Found{});
  copy(kY + 200, kHost, 8);
  EXPECT_EQ(w.loaded(at(kLoad8), row(kY + 200, 0), 1), Words{});
  EXPECT_EQ(w.loaded(at(kLoad4), row(kY + 16, 0)), every(0xf));
  EXPECT_EQ(w.found(), Found{});
  copy(kHost, kX + 1024, 100);
  ASSERT_EQ(w.found().size(), 1u);
  EXPECT_EQ(w.finding().headline,
            "Uninitialized __global__ memory read of 100 bytes by cudaMemcpy");
}

// The host writes there and tells nobody.
TEST(Initcheck, MemoryOfTheHostIsDefinedWhereTheHostHasWritten) {
  alignas(256) static std::array<std::uint32_t, 32> of_host;
  const auto own = reinterpret_cast<std::uint64_t>(of_host.data());
  for (const auto origin : {MemoryOrigin::kManaged, MemoryOrigin::kHost}) {
    Only w;
    w.allocate(own, 128, origin, "cudaMallocManaged");
    w.begin();
    EXPECT_EQ(w.loaded(at(kLoad4), row(own, 4)), every(0xf));
    of_host[3] = 0;
    Words expected = every(0xf);
    expected[3] = 0;
    EXPECT_EQ(w.loaded(at(kLoad4), row(own, 4)), expected);
    w.stored(at(kStore4), row(own, 4), Words{});
    EXPECT_EQ(w.loaded(at(kLoad4), row(own, 4)), Words{});
  }
}

TEST(Initcheck, WhatIsCopiedToMemoryOfTheHostIsDefined) {
  Only w;
  w.allocate(kX, 128);
  w.allocate(kY, 128, MemoryOrigin::kRegistered, "cudaHostRegister");
  w.begin();
  w.stored(at(kStore4), row(kX, 4), every(0xf));
  w.stored(at(kStore4), row(kY, 4), every(0xf));
  EXPECT_EQ(w.loaded(at(kLoad4), row(kX, 4)), every(0xf));
  EXPECT_EQ(w.loaded(at(kLoad4), row(kY, 4)), Words{});
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
          const auto is = [](bool b) { return b; };
          ASSERT_EQ(bytes.all(kBase + at, few), std::all_of(first, first + few, is));
          ASSERT_EQ(bytes.any(kBase + at, few), std::any_of(first, first + few, is));
        }
      }
    }
  }
}

}  // namespace
}  // namespace heddle::checker::testing
