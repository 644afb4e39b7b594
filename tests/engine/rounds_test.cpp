// SPDX-License-Identifier: Apache-2.0
// Which blocks of a grid each of its workers gets.
#include "engine/grid/rounds.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

namespace heddle::test {
namespace {

using engine::Rounds;

TEST(Rounds, GiveEveryUnitOnce) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t units = i < 40 ? i + 1 : random() % 5000 + 1;
    const unsigned places = random() % 20 + 1;
    Rounds rounds(units, places);
    std::vector<int> seen(units, 0);
    std::uint64_t left = units;
    for (std::uint64_t begin, end; rounds.take(random() % places, &begin, &end);) {
      ASSERT_LT(begin, end);
      ASSERT_LE(end, units);
      left -= end - begin;
      EXPECT_EQ(rounds.is_left(), left > 0);
      for (; begin < end; ++begin) ++seen[begin];
    }
    EXPECT_FALSE(rounds.is_left());
    for (const int times : seen) ASSERT_EQ(times, 1);
  }
}

TEST(Rounds, GiveAPlaceTheSameUnitsInEveryLaunch) {
  constexpr unsigned kPlaces = 4;
  std::vector<unsigned> owner(1000);
  for (const unsigned first : {0u, 3u}) {
    Rounds rounds(1000, kPlaces);
    for (unsigned turn = 0; turn < 5; ++turn) {
      for (unsigned k = 0; k < kPlaces; ++k) {
        const unsigned place = (first + k) % kPlaces;
        std::uint64_t begin = 0, end = 0;
        ASSERT_TRUE(rounds.take(place, &begin, &end));
        for (; begin < end; ++begin) {
          if (first > 0) EXPECT_EQ(owner[begin], place + 1) << begin;
          owner[begin] = place + 1;
        }
      }
    }
  }
}

// The first piece is a quarter of what each gets, the last ones are single.
TEST(Rounds, EndWithSmallPieces) {
  Rounds rounds(1600, 4);
  std::uint64_t begin = 0, end = 0, last = 0;
  ASSERT_TRUE(rounds.take(2, &begin, &end));
  EXPECT_EQ(end - begin, 100u);
  while (rounds.take(2, &begin, &end)) last = end - begin;
  EXPECT_EQ(last, 1u);
}

TEST(Rounds, HaveAPlaceForEachThread) {
  Rounds rounds(100, 3);
  EXPECT_EQ(rounds.claim(7), 1u);
  EXPECT_EQ(rounds.claim(1), 2u);
  EXPECT_EQ(rounds.claim(1), 0u);
  EXPECT_EQ(rounds.claim(5), 2u);  // one more than there are
}

TEST(Rounds, GiveEveryUnitToOneOfManyThreads) {
  constexpr unsigned kThreads = 4;
  constexpr std::uint64_t kUnits = 20000;
  Rounds rounds(kUnits, kThreads);
  std::vector<std::atomic<int>> seen(kUnits);
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < kThreads; ++k) {
    threads.emplace_back([&] {
      const unsigned place = rounds.claim(0);
      for (std::uint64_t begin, end; rounds.take(place, &begin, &end);) {
        for (; begin < end; ++begin) ++seen[begin];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& times : seen) ASSERT_EQ(times, 1);
}

}  // namespace
}  // namespace heddle::test
