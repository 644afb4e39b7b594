// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "engine/memory/arena.h"
#include "engine/memory/free_ranges.h"
#include "engine/memory/transfer.h"
#include "program.h"

namespace heddle::test {
namespace {

using engine::Arena;
using engine::MemoryKind;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

void* take(Arena& arena, std::uint64_t bytes) {
  void* p = nullptr;
  EXPECT_EQ(arena.allocate(bytes, MemoryKind::kDevice, &p), Error::kSuccess) << bytes;
  return p;
}

TEST(FreeRanges, JoinsNeighboursAndFitsBest) {
  engine::FreeRanges ranges;
  ranges.add(0, 1024);
  EXPECT_EQ(ranges.take(512, 512), 0u);
  ranges.add(4096, 600);
  EXPECT_EQ(ranges.take(512, 512), 512u) << "the exact fit";
  ranges.add(512, 512);
  ranges.add(0, 512);
  EXPECT_EQ(ranges.take(1024, 512), 0u) << "joined";
  EXPECT_FALSE(ranges.take(601, 1));
}

TEST(Arena, AlignsSeparatesAndFinds) {
  Arena arena(0, 8192 * kMiB, 8192 * kMiB);
  std::mt19937 random(1);
  std::vector<std::pair<char*, std::uint64_t>> live;
  for (int i = 0; i < 2000; ++i) {
    if (!live.empty() && random() % 3 == 0) {
      const std::size_t k = random() % live.size();
      EXPECT_EQ(arena.release(live[k].first), Error::kSuccess);
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(k));
      continue;
    }
    const std::uint64_t bytes = i % 50 == 0 ? 1 + random() % (3 * kMiB) : 1 + random() % 5000;
    auto* p = static_cast<char*>(take(arena, bytes));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(p) % 512, 0u);
    p[0] = p[bytes - 1] = 1;
    for (auto& [q, n] : live) ASSERT_TRUE(p + bytes <= q || q + n <= p);
    live.push_back({p, bytes});
    const auto row = arena.find(p + bytes - 1);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->base, reinterpret_cast<std::uintptr_t>(p));
    EXPECT_EQ(row->size, bytes);
    EXPECT_FALSE(arena.find(p + bytes) && arena.find(p + bytes)->base == row->base);
  }
}

TEST(Arena, RefusesAsTheDeviceDoes) {
  Arena arena(0, 1024 * kMiB, 256 * kMiB);
  void* p = &arena;
  EXPECT_EQ(arena.allocate(0, MemoryKind::kDevice, &p), Error::kSuccess);
  EXPECT_EQ(p, nullptr);
  EXPECT_EQ(arena.allocate(std::uint64_t{1} << 50, MemoryKind::kDevice, &p),
            Error::kMemoryAllocation);
  EXPECT_EQ(arena.allocate(~std::uint64_t{0}, MemoryKind::kDevice, &p), Error::kMemoryAllocation);
  void* most = take(arena, 200 * kMiB);
  EXPECT_EQ(arena.allocate(100 * kMiB, MemoryKind::kDevice, &p), Error::kMemoryAllocation)
      << "beyond the budget of the host";
  EXPECT_EQ(arena.available(), 56 * kMiB);
  EXPECT_EQ(arena.release(most), Error::kSuccess);
  EXPECT_EQ(arena.release(most), Error::kInvalidValue) << "twice";
  EXPECT_EQ(arena.available(), 256 * kMiB);
  void* again = take(arena, 250 * kMiB);
  EXPECT_EQ(arena.release(static_cast<char*>(again) + 4), Error::kInvalidValue);
}

TEST(Arena, FreedMemoryIsReused) {
  Arena arena(0, 1024 * kMiB, 512 * kMiB);
  for (std::uint64_t bytes : {std::uint64_t{256}, 40 * kMiB}) {
    void* first = take(arena, bytes);
    for (int i = 0; i < 1000; ++i) {
      EXPECT_EQ(arena.release(first), Error::kSuccess);
      ASSERT_EQ(take(arena, bytes), first);
    }
  }
  // Many sizes in turn do not add up.
  for (std::uint64_t i = 1; i < 300; ++i)
    EXPECT_EQ(arena.release(take(arena, i * kMiB)), Error::kSuccess);
}

TEST(Transfer, ChecksSidesAndBounds) {
  Program p;
  using engine::Direction;
  auto* device = reinterpret_cast<std::byte*>(p.allocate<char>(256));
  std::byte host[512]{};
  auto check = [&](std::byte* to, std::byte* from, std::size_t n, Direction direction) {
    return engine::check_copy(p.engine->pointers(), {to}, {from}, {n}, direction);
  };
  EXPECT_EQ(check(device, host, 256, Direction::kHostToDevice), Error::kSuccess);
  EXPECT_EQ(check(device, host, 400, Direction::kHostToDevice), Error::kInvalidValue);
  EXPECT_EQ(check(device + 200, host, 57, Direction::kHostToDevice), Error::kInvalidValue);
  EXPECT_EQ(check(device, nullptr, 4, Direction::kHostToDevice), Error::kInvalidValue);
  EXPECT_EQ(check(nullptr, host, 0, Direction::kHostToDevice), Error::kSuccess);
  EXPECT_EQ(check(device, host, 4, static_cast<Direction>(9)), Error::kInvalidMemcpyDirection);
  EXPECT_EQ(check(host, device, 4, Direction::kHostToDevice), Error::kInvalidValue);
  EXPECT_EQ(check(host, device, 4, Direction::kDefault), Error::kSuccess);
  EXPECT_EQ(check(device, device + 128, 128, Direction::kDeviceToDevice), Error::kSuccess);
  EXPECT_EQ(engine::check_box(p.engine->pointers(), {device, 64}, {64, 4}, true), Error::kSuccess);
  EXPECT_EQ(engine::check_box(p.engine->pointers(), {device, 64}, {64, 5}, true),
            Error::kInvalidValue);
  EXPECT_EQ(engine::check_box(p.engine->pointers(), {device, 80}, {16, 4}, true), Error::kSuccess)
      << "the last row ends at its width, not at the pitch";
}

TEST(Transfer, CopiesBoxes) {
  std::vector<std::byte> from(1000), to(1000);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(i * 7);
  engine::copy_box({to.data() + 1, 11, 60}, {from.data() + 2, 13, 100}, {9, 4, 3});
  std::size_t touched = 0;
  for (std::size_t z = 0; z < 3; ++z) {
    for (std::size_t y = 0; y < 4; ++y) {
      for (std::size_t x = 0; x < 9; ++x) {
        EXPECT_EQ(to[1 + 60 * z + 11 * y + x], from[2 + 100 * z + 13 * y + x]);
        touched += to[1 + 60 * z + 11 * y + x] != std::byte{};
      }
    }
  }
  std::size_t all = 0;
  for (std::byte b : to) all += b != std::byte{};
  EXPECT_EQ(all, touched) << "nothing else is written";
}

}  // namespace
}  // namespace heddle::test
