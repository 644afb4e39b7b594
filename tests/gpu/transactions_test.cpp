// SPDX-License-Identifier: Apache-2.0
#include "gpu/transactions.h"

#include <bit>

#include "data.h"

namespace heddle::gpu::test {
namespace {

struct Measured {
  std::string space, op;
  std::array<std::uint64_t, 32> address{};
  WarpAccess access{address};
  std::uint32_t tags, wavefronts, wavefronts_ideal, sectors, sectors_ideal;
  explicit Measured(const Row& row) : space(row[0]), op(row[1]) {
    access.width = std::uint32_t(std::stoul(row[2]));
    access.active = std::uint32_t(std::stoul(row[3], nullptr, 16));
    tags = std::uint32_t(std::stoul(row[4]));
    wavefronts = std::uint32_t(std::stoul(row[5]));
    wavefronts_ideal = std::uint32_t(std::stoul(row[6]));
    sectors = std::uint32_t(std::stoul(row[7]));
    sectors_ideal = std::uint32_t(std::stoul(row[8]));
    Row offsets = split(row[9], ' ');
    for (unsigned lane = 0; lane < 32; ++lane)
      address[lane] = 0x7f0000000000 + std::stoull(offsets.at(lane));
  }
  Measured(const Measured&) = delete;
  AccessKind kind() const {
    return op == "ld" ? AccessKind::kLoad : op == "st" ? AccessKind::kStore : AccessKind::kAtomic;
  }
};

TEST(Transactions, EveryGlobalAccessOfTheH200) {
  int rows = 0;
  for (const Row& row : read_table("access_patterns.csv")) {
    Measured measured(row);
    if (measured.space != "global") continue;
    GlobalCost cost = global_cost(measured.access);
    EXPECT_EQ(cost.requests, 1u);
    EXPECT_EQ(cost.sectors, measured.sectors) << ::testing::PrintToString(row);
    EXPECT_EQ(cost.ideal_sectors, measured.sectors_ideal) << ::testing::PrintToString(row);
    EXPECT_EQ(cost.tag_requests, measured.tags) << ::testing::PrintToString(row);
    ++rows;
  }
  EXPECT_GT(rows, 150);
}

TEST(Transactions, EverySharedAccessOfTheH200) {
  int rows = 0;
  for (const Row& row : read_table("access_patterns.csv")) {
    Measured measured(row);
    if (measured.space != "shared") continue;
    SharedCost cost = shared_cost(measured.access, measured.kind());
    EXPECT_EQ(cost.requests, 1u);
    EXPECT_EQ(cost.wavefronts, measured.wavefronts) << ::testing::PrintToString(row);
    EXPECT_EQ(cost.ideal_wavefronts, measured.wavefronts_ideal) << ::testing::PrintToString(row);
    ++rows;
  }
  EXPECT_GT(rows, 900);
}

TEST(Transactions, TextbookPatterns) {
  std::array<std::uint64_t, 32> address;
  auto column = [&](unsigned stride) {
    for (unsigned lane = 0; lane < 32; ++lane) address[lane] = std::uint64_t{lane} * stride;
    return WarpAccess{address, ~0u, 4};
  };
  EXPECT_EQ(global_cost(column(4)).sectors, 4u);     // coalesced
  EXPECT_EQ(global_cost(column(128)).sectors, 32u);  // a column of a 32-wide matrix
  EXPECT_EQ(shared_cost(column(128), AccessKind::kLoad).wavefronts, 32u);
  EXPECT_EQ(shared_cost(column(132), AccessKind::kLoad).wavefronts, 1u);  // padded
  EXPECT_EQ(shared_cost(column(0), AccessKind::kLoad).wavefronts, 1u);    // broadcast
  EXPECT_EQ(shared_cost(column(0), AccessKind::kAtomic).wavefronts, 32u);
  WarpAccess nobody{address, 0, 4};
  EXPECT_EQ(global_cost(nobody).requests, 0u);
  EXPECT_EQ(shared_cost(nobody, AccessKind::kLoad).wavefronts, 0u);
}

}  // namespace
}  // namespace heddle::gpu::test
