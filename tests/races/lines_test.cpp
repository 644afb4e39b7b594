// SPDX-License-Identifier: Apache-2.0
// Lanes in a row are cut into the same pieces whether the event says that they are a row or not.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "checker/races/lines_of_access.h"

using namespace heddle;
using namespace heddle::checker::races;

namespace {

using Bytes = std::map<std::uint64_t, std::set<unsigned>>;  // address: the lanes that touch it

// What pieces say, and what lanes do.
Bytes told(std::span<const std::uint64_t, 32> addresses, std::uint32_t active, unsigned size,
           std::uint32_t touched, const probes::Row& row, unsigned* pieces) {
  Bytes result;
  LinesOfAccess(addresses, active, size, touched, row).each([&](const Piece& piece) {
    ++*pieces;
    EXPECT_EQ(piece.line % kLineBytes, 0u);
    for (unsigned byte = 0; byte < kLineBytes; ++byte) {
      if ((piece.bytes >> byte & 1) == 0) continue;
      const auto lanes = piece.lanes.of(byte);
      for (unsigned lane = 0; lane < 32; ++lane) {
        if (lanes >> lane & 1) result[piece.line + byte].insert(lane);
      }
    }
  });
  return result;
}

Bytes done(std::span<const std::uint64_t, 32> addresses, std::uint32_t active, unsigned size,
           std::uint32_t touched) {
  Bytes result;
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned byte = 0; byte < size && (active >> lane & 1); ++byte) {
      if (touched >> byte & 1) result[addresses[lane] + byte].insert(lane);
    }
  }
  return result;
}

TEST(LinesOfAccess, RowsAreCutLikeLanes) {
  std::mt19937 random(7);
  const unsigned sizes[] = {1, 2, 4, 8, 16, 32};
  unsigned rows = 0;
  for (int i = 0; i < 5000; ++i) {
    const unsigned size = sizes[random() % 6];
    const std::int64_t strides[] = {0, size, 2 * size, -std::int64_t(size), 64, 4096, 3, 5 * size};
    const auto stride = strides[random() % 8];
    if (stride != 0 && std::abs(stride) < size) continue;  // lanes overlap: cut one by one
    const std::uint64_t first = 0x10000000 + random() % 256;
    std::array<std::uint64_t, 32> addresses{};
    std::uint32_t active = random();
    if (i % 3 == 0) active = ~0u;
    if (i % 3 == 1) active = ~0u << random() % 32 >> random() % 8;
    if (active == 0) continue;
    for (unsigned lane = 0; lane < 32; ++lane) {
      addresses[lane] = first + std::uint64_t(stride) * lane;
      if (!(active >> lane & 1)) addresses[lane] = random();  // whatever it is
    }
    const auto all = size < 32 ? (1u << size) - 1 : ~0u;
    const std::uint32_t touched = random() % 4 != 0 || size == 1 ? all : all & ~2u;
    const auto row = probes::row_of(addresses, active);
    ASSERT_TRUE(row.known);
    ++rows;
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (active >> lane & 1) ASSERT_EQ(row.at(lane), addresses[lane]);
    }
    unsigned pieces = 0, pieces_of_lanes = 0;
    const auto expected = done(addresses, active, size, touched);
    ASSERT_EQ(told(addresses, active, size, touched, row, &pieces), expected);
    ASSERT_EQ(told(addresses, active, size, touched, {}, &pieces_of_lanes), expected);
    ASSERT_EQ(pieces, pieces_of_lanes);
  }
  EXPECT_GT(rows, 2500u);
}

// As a warp stores what some of its lanes keep, side by side.
TEST(LinesOfAccess, LanesByRankAreOnePieceALine) {
  std::mt19937 random(8);
  for (int i = 0; i < 3000; ++i) {
    const unsigned size = 1u << random() % 5;
    const std::int64_t distances[] = {size, -std::int64_t(size), 2 * size};
    const auto distance = distances[random() % 3];
    const std::uint64_t first = 0x10000000 + random() % 256;
    std::array<std::uint64_t, 32> addresses{};
    const std::uint32_t active = random() & random();
    if (std::popcount(active) < 2) continue;
    std::uint64_t rank = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
      addresses[lane] = active >> lane & 1 ? first + std::uint64_t(distance) * rank++ : random();
    }
    unsigned pieces = 0;
    const auto touched = (std::uint64_t{1} << size) - 1;
    const auto expected = done(addresses, active, size, std::uint32_t(touched));
    ASSERT_EQ(told(addresses, active, size, std::uint32_t(touched), {}, &pieces), expected);
    const auto lines = (expected.rbegin()->first - expected.begin()->first) / kLineBytes + 2;
    ASSERT_LE(pieces, lines);
  }
}

// Runs of both kinds, and lanes that overlap, in one access.
TEST(LinesOfAccess, LanesAnywhereAreCutAsTheyLie) {
  std::mt19937 random(9);
  for (int i = 0; i < 5000; ++i) {
    const unsigned size = 1u << random() % 5;
    std::array<std::uint64_t, 32> addresses{};
    std::uint64_t next = 0x10000000;
    std::uint64_t distance = size;
    for (auto& address : addresses) {
      if (random() % 4 == 0) next = 0x10000000 + random() % 512;
      if (random() % 4 == 0) distance = random() % 3 * size;
      address = next;
      if (random() % 2 == 0) next += distance;
    }
    const std::uint32_t active = random() | 1;
    const auto touched = std::uint32_t((std::uint64_t{1} << size) - 1);
    unsigned pieces = 0;
    ASSERT_EQ(told(addresses, active, size, touched, {}, &pieces),
              done(addresses, active, size, touched));
  }
}

TEST(Row, OneLaneOutOfLineIsNone) {
  std::array<std::uint64_t, 32> addresses{};
  for (unsigned lane = 0; lane < 32; ++lane) addresses[lane] = 1000 + 4 * lane;
  for (unsigned lane = 0; lane < 32; ++lane) {
    auto others = addresses;
    others[lane] += 1;
    EXPECT_FALSE(probes::row_of(others, ~0u).known) << lane;
    EXPECT_TRUE(probes::row_of(others, ~(1u << lane)).known) << lane;
    EXPECT_FALSE(probes::is_one_value(addresses, ~0u));
  }
  // A row that wraps around would touch memory between its ends that nobody looks at.
  std::array<std::uint64_t, 32> far{};
  for (unsigned lane = 0; lane < 32; ++lane) far[lane] = (std::uint64_t{1} << 60) * lane;
  EXPECT_FALSE(probes::row_of(far, ~0u).known);
}

}  // namespace
