// SPDX-License-Identifier: Apache-2.0
#include "gpu/occupancy.h"

#include "data.h"
#include "gpu/cluster.h"

namespace heddle::gpu::test {
namespace {

Integer blocks(const Model& m, int registers, Integer threads, Integer shared = 0) {
  KernelUse kernel{.registers = registers,
                   .max_dynamic_shared_bytes = m.sm.shared_per_block_optin_bytes};
  return occupancy(m, kernel, threads, shared).blocks_per_sm;
}

// CUDA C++ Programming Guide, "Kernel Launch and Occupancy", compute capability 10.0.
TEST(Occupancy, WorkedExamples) {
  Model m = model("b200");
  KernelUse kernel{.registers = 16, .max_dynamic_shared_bytes = m.sm.shared_per_block_optin_bytes};
  EXPECT_DOUBLE_EQ(occupancy(m, kernel, 768, 0).ratio, 0.75);
  EXPECT_EQ(occupancy(m, kernel, 768, 0).limiter, Limiter::kWarps);
  EXPECT_DOUBLE_EQ(occupancy(m, kernel, 32, 0).ratio, 0.5);
  EXPECT_EQ(occupancy(m, kernel, 32, 0).limiter, Limiter::kBlocks);
  EXPECT_EQ(occupancy(m, kernel, 256, 100 * 1024).blocks_per_sm, 2);
  EXPECT_EQ(occupancy(m, kernel, 256, 100 * 1024).limiter, Limiter::kShared);
}

TEST(Occupancy, RegistersAreHandedOutPerScheduler) {
  Model m = model("h200");
  EXPECT_EQ(blocks(m, 65, 96), 9);
  EXPECT_EQ(blocks(m, 65, 1024), 0);
  EXPECT_EQ(blocks(m, 64, 1024), 1);
  EXPECT_EQ(blocks(m, 256, 32), 0);
  EXPECT_EQ(occupancy(m, {.registers = 65}, 1024, 0).limiter, Limiter::kCannotLaunch);
  EXPECT_EQ(occupancy(m, {.registers = 65}, 96, 0).limiter, Limiter::kRegisters);
}

// By hand from the rule, one row a compute capability: 256 threads, 40 registers, 10 KB each.
TEST(Occupancy, PerComputeCapability) {
  EXPECT_EQ(blocks(model("gtx1650"), 40, 256, 10240), 4);  // 32 warps
  EXPECT_EQ(blocks(model("a100"), 40, 256, 10240), 6);     // registers
  EXPECT_EQ(blocks(model("rtx3090"), 40, 256, 10240), 6);  // 48 warps
  EXPECT_EQ(blocks(model("rtx4090"), 40, 256, 20480), 4);  // 102400 / 21504
  EXPECT_EQ(blocks(model("h100"), 40, 256, 10240), 6);
  EXPECT_EQ(blocks(model("gtx1650"), 16, 32, 0), 16);
  EXPECT_EQ(blocks(model("rtx3090"), 16, 32, 0), 16);
  EXPECT_EQ(blocks(model("rtx4090"), 16, 32, 0), 24);
  EXPECT_EQ(blocks(model("gtx1650"), 16, 64, 65536), 1);  // nothing is reserved before 8.0
  EXPECT_EQ(blocks(model("a100"), 16, 64, 163 * 1024), 1);
}

TEST(Occupancy, EveryAnswerOfTheH200) {
  Model m = model("h200");
  for (const Row& row : read_table("occupancy.csv")) {
    KernelUse kernel{.registers = std::stoi(row[0]),
                     .static_shared_bytes = std::stoi(row[1]),
                     .max_dynamic_shared_bytes = std::stoi(row[2]),
                     .carveout_percent = std::stoi(row[3])};
    for (const std::string& answer : split(row[5], ' ')) {
      Row pair = split(answer, ':');
      EXPECT_EQ(occupancy(m, kernel, std::stoi(pair[0]), std::stoi(row[4])).blocks_per_sm,
                std::stoi(pair[1]))
          << "registers " << row[0] << " static " << row[1] << " dynamic " << row[4] << " carveout "
          << row[3] << " block " << pair[0];
    }
  }
}

TEST(Occupancy, PotentialBlockSizeAsTheH200) {
  Model m = model("h200");
  for (const Row& row : read_table("block_size.csv")) {
    KernelUse kernel{.registers = std::stoi(row[0]),
                     .static_shared_bytes = std::stoi(row[1]),
                     .max_dynamic_shared_bytes = std::stoi(row[2]),
                     .max_threads_per_block = std::stoi(row[3])};
    Integer dynamic = std::stoi(row[4]);
    BlockSize best =
        max_potential_block_size(m, kernel, [&](Integer) { return dynamic; }, std::stoi(row[5]));
    EXPECT_EQ(best.min_grid, std::stoi(row[6])) << ::testing::PrintToString(row);
    EXPECT_EQ(best.block, std::stoi(row[7])) << ::testing::PrintToString(row);
  }
}

// Documented: that many blocks fit with the answer, and not with one allocation unit more.
TEST(Occupancy, AvailableDynamicSharedFits) {
  for (const std::string& id : model_ids()) {
    Model m = model(id);
    for (Integer static_bytes : {0, 100, 16384}) {
      KernelUse kernel{
          .registers = 32,
          .static_shared_bytes = static_bytes,
          .max_dynamic_shared_bytes = m.sm.shared_per_block_optin_bytes - static_bytes};
      for (Integer count = 1; count <= 33; ++count) {
        std::optional<Integer> bytes = available_dynamic_shared(m, kernel, count, 64);
        Integer most = occupancy(m, kernel, 64, 0).blocks_per_sm;
        ASSERT_EQ(bytes.has_value(), count <= most) << id;
        if (!bytes) continue;
        EXPECT_GE(occupancy(m, kernel, 64, *bytes).blocks_per_sm, count) << id;
        Integer more = *bytes + m.sm.shared_allocation_unit_bytes;
        EXPECT_LT(occupancy(m, kernel, 64, more).blocks_per_sm, count) << id << " " << count;
      }
    }
  }
  EXPECT_FALSE(available_dynamic_shared(model("h200"), {.registers = 32}, 0, 64).has_value());
}

TEST(Occupancy, ThreadsThatRegistersAllow) {
  Model m = model("h200");
  EXPECT_EQ(max_block_threads(m, {.registers = 32}), 1024);
  EXPECT_EQ(max_block_threads(m, {.registers = 254}), 256);  // as cudaFuncGetAttributes on an H200
  EXPECT_EQ(max_block_threads(m, {.registers = 32, .max_threads_per_block = 128}), 128);
}

TEST(Clusters, EveryAnswerOfTheH200) {
  Model m = model("h200");
  for (const Row& row : read_table("clusters.csv"))
    EXPECT_EQ(max_active_clusters(m, std::stoi(row[1]), std::stoi(row[0])), std::stoi(row[2]))
        << row[0] << " blocks per SM, size " << row[1];
  EXPECT_EQ(max_potential_cluster_size(m, 1, false), 8);
  EXPECT_EQ(max_potential_cluster_size(m, 1, true), 16);
  EXPECT_EQ(max_potential_cluster_size(m, 0, true), 0);
  EXPECT_FALSE(has_clusters(model("a100")));
}

}  // namespace
}  // namespace heddle::gpu::test
