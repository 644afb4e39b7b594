// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <numeric>

#include "engine/grid/block_walk.h"
#include "program.h"

namespace heddle::test {
namespace {

using abi::BlockContext;

// Writes the block's number at its place and counts visits.
void number_blocks(BlockContext* b) {
  auto* out = param<std::uint32_t*>(b, 0);
  const std::uint32_t i =
      b->block_idx[0] + b->grid_dim[0] * (b->block_idx[1] + b->grid_dim[1] * b->block_idx[2]);
  out[i] += i + 1;
}

void expect_each_once(const std::uint32_t* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], i + 1) << "block " << i;
}

TEST(Grid, RunsEveryBlockOnceInThreeDimensions) {
  Program p;
  auto* f = p.kernel("number", abi::KernelMode::kBlock, (void*)each_block<number_blocks>, 1);
  for (Dim3 grid :
       {Dim3{1, 1, 1}, Dim3{7, 1, 1}, Dim3{5, 3, 4}, Dim3{1, 300, 9}, Dim3{1000, 2, 1}}) {
    auto* out = p.allocate<std::uint32_t>(grid.count());
    ASSERT_EQ(p.launch(f, grid, {32}, 0, out), Error::kSuccess);
    expect_each_once(out, grid.count());
  }
}

TEST(Grid, BlocksRunInTilesUnlessTheyWait) {
  for (const bool by_number : {false, true}) {
    for (Dim3 grid : {Dim3{1, 1, 1}, Dim3{64, 16, 2}, Dim3{65, 17, 3}, Dim3{200, 5, 1},
                      Dim3{3, 100, 2}, Dim3{130, 40, 1}, Dim3{5000, 1, 1}}) {
      const engine::BlockWalk walk(grid, by_number);
      std::vector<bool> seen(grid.count());
      std::uint32_t at[3] = {};
      walk.place(0, at);
      std::uint32_t row = walk.run_length(at);  // blocks that are left of this run
      for (std::uint64_t number = 0;;) {
        const auto linear = at[0] + std::uint64_t{grid.x} * (at[1] + std::uint64_t{grid.y} * at[2]);
        ASSERT_LT(at[0], grid.x);
        ASSERT_LT(at[1], grid.y);
        ASSERT_LT(at[2], grid.z);
        ASSERT_FALSE(seen[linear]);
        seen[linear] = true;
        if (by_number || grid.y == 1) ASSERT_EQ(linear, number);
        if (++number == grid.count()) break;
        const std::uint32_t before[3] = {at[0], at[1], at[2]};
        walk.next(number, at);
        const bool went_on = at[0] == before[0] + 1 && std::equal(at + 1, at + 3, before + 1);
        if (--row > 0) {
          ASSERT_TRUE(went_on) << number;
        } else {
          row = walk.run_length(at);
          ASSERT_GE(row, 1u);
        }
        std::uint32_t placed[3];
        walk.place(number, placed);
        ASSERT_TRUE(std::equal(at, at + 3, placed)) << number;
      }
    }
  }
  std::uint32_t at[3];
  engine::BlockWalk({130, 40, 1}, false).place(64, at);  // the second row of the first tile
  EXPECT_EQ(at[0], 0u);
  EXPECT_EQ(at[1], 1u);
}

TEST(Grid, ShuffledOrderRunsEveryBlockOnceAndIsReproducible) {
  auto order = [](std::uint64_t seed) {
    static std::vector<std::uint32_t> visited;
    visited.clear();
    auto settings = plain_settings(1);
    settings.shuffle = true;
    settings.seed = seed;
    Program p(settings);
    auto* f = p.kernel(
        "visit", abi::KernelMode::kBlock,
        (void*)each_block<+[](BlockContext* b) { visited.push_back(b->block_idx[0]); }>, 0);
    EXPECT_EQ(p.launch(f, {100}, {32}, 0), Error::kSuccess);
    return visited;
  };
  const auto one = order(1), again = order(1), two = order(2);
  EXPECT_EQ(one, again);
  EXPECT_NE(one, two);
  auto sorted = one;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> expected(100);
  std::iota(expected.begin(), expected.end(), 0u);
  EXPECT_NE(one, expected);
  EXPECT_EQ(sorted, expected);
}

TEST(Grid, BlockMayWaitForALowerOne) {
  Program p;
  auto* f = p.kernel("chain", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext* b) {
                       auto* done = param<std::atomic<std::uint32_t>*>(b, 0);
                       while (done->load() != b->block_idx[0]) {
                       }
                       done->fetch_add(1);
                     }>,
                     1);
  auto* done = p.allocate<std::atomic<std::uint32_t>>(1);
  ASSERT_EQ(p.launch(f, {5000}, {32}, 0, done), Error::kSuccess);
  EXPECT_EQ(done->load(), 5000u);
}

// The order in which blocks begin in one thread while the other is in block 0.
std::vector<std::uint32_t> order_beside_the_first_block(bool stands_alone) {
  constexpr std::uint32_t kBlocks = 1000, kSeen = 600;
  Program p;
  auto* f = p.kernel("order", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext* b) {
                       auto* begun = param<std::atomic<std::uint32_t>*>(b, 0);
                       param<std::uint32_t*>(b, 1)[begun->fetch_add(1)] = b->block_idx[0];
                       while (b->block_idx[0] == 0 && begun->load() < kSeen) {
                       }
                     }>,
                     2);
  p.source->kernels["order"].stands_alone = stands_alone;
  auto* begun = p.allocate<std::atomic<std::uint32_t>>(1);
  auto* order = p.allocate<std::uint32_t>(kBlocks);
  EXPECT_EQ(p.launch(f, {kBlocks}, {32}, 0, begun, order), Error::kSuccess);
  EXPECT_EQ(begun->load(), kBlocks);
  std::vector<std::uint32_t> seen(order, order + kSeen);
  std::erase(seen, 0u);
  return seen;
}

TEST(Grid, BlocksThatMayWaitBeginInLaunchOrder) {
  EXPECT_TRUE(std::ranges::is_sorted(order_beside_the_first_block(false)));
  EXPECT_FALSE(std::ranges::is_sorted(order_beside_the_first_block(true)))
      << "a thread begins with its own";
}

TEST(Grid, SharedMemoryIsAlignedGuardedAndPlaced) {
  Program p;
  auto* f = p.kernel("shared", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext* b) {
                       auto* out = param<std::uint64_t*>(b, 0);
                       out[0] = reinterpret_cast<std::uintptr_t>(b->shared) % abi::kVectorAlign;
                       out[1] = b->shared_dynamic_offset;
                       out[2] = b->dynamic_shared_bytes;
                       volatile std::byte* s = b->shared;
                       (void)s[-static_cast<std::ptrdiff_t>(abi::kSharedGuardBytes)];
                       const std::size_t end = b->shared_dynamic_offset + b->dynamic_shared_bytes;
                       (void)s[end + abi::kSharedGuardBytes - 1];
                       s[end - 1] = std::byte{1};
                       out[3] = b->thread_count;
                       out[4] = b->warp_count;
                     }>,
                     1, {.static_shared = 100});
  auto* out = p.allocate<std::uint64_t>(5);
  ASSERT_EQ(p.launch(f, {1}, {7, 5, 3}, 40000, out), Error::kSuccess);
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[1], 128u);
  EXPECT_EQ(out[2], 40000u);
  EXPECT_EQ(out[3], 105u);
  EXPECT_EQ(out[4], 4u);
}

TEST(Grid, VariantsAreCompiledOncePerShapeAndFlags) {
  Program p;
  auto* f =
      p.kernel("number", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext*) {}>, 0);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(p.launch(f, {2}, {32}, 0), Error::kSuccess);
    EXPECT_EQ(p.launch(f, {2}, {8, 8}, 0), Error::kSuccess);
  }
  EXPECT_EQ(p.source->loads, 2);
  EXPECT_EQ(p.source->last.block, (Dim3{8, 8, 1}));
}

struct Refused {
  Dim3 grid, block;
  std::size_t shared;
};

TEST(Launch, RefusesWhatTheDocumentRefuses) {
  Program p;
  auto* f = p.kernel("empty", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext*) {}>, 0,
                     {.max_threads = 0});
  const Refused refused[] = {
      {{1}, {2048}, 0},      {{0, 1}, {32}, 0},        {{1}, {0}, 0},
      {{1}, {32}, 1 << 20},  {{1}, {32}, 49 * 1024},   {{1, 70000}, {32}, 0},
      {{1}, {1, 1, 128}, 0}, {{1u << 31, 1}, {32}, 0}, {{1}, {32}, std::size_t{1} << 40},
      {{1}, {32, 33}, 0}};
  for (const Refused& r : refused) {
    EXPECT_EQ(p.launch(f, r.grid, r.block, r.shared),
              r.shared ? Error::kInvalidValue : Error::kInvalidConfiguration);
  }
  EXPECT_EQ(p.launch(f, {1}, {1024}, 48 * 1024), Error::kSuccess);
  f->max_dynamic_shared = 100 * 1024;
  EXPECT_EQ(p.launch(f, {1}, {32}, 100 * 1024), Error::kSuccess);
  EXPECT_EQ(p.launch(f, {1}, {32}, 101 * 1024), Error::kInvalidValue);
  f->max_dynamic_shared = 1000;
  EXPECT_EQ(p.launch(f, {1}, {32}, 1000), Error::kSuccess);
  EXPECT_EQ(p.launch(f, {1}, {32}, 1004), Error::kInvalidValue);
}

TEST(Launch, RespectsLaunchBounds) {
  Program p;
  auto* f = p.kernel("bounded", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext*) {}>,
                     0, {.max_threads = 128});
  EXPECT_EQ(p.launch(f, {1}, {128}, 0), Error::kSuccess);
  EXPECT_EQ(p.launch(f, {1}, {129}, 0), Error::kLaunchOutOfResources);
}

TEST(Launch, RefusesMoreParametersThanTheDeviceTakes) {
  Program p;
  auto* f =
      p.kernel("many", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext*) {}>, 4096);
  EXPECT_EQ(p.launch(f, {1}, {32}, 0), Error::kLaunchOutOfResources);
}

TEST(Launch, ReportsAKernelThatCannotBeCompiled) {
  Program p;
  auto* f = p.kernel("gone", abi::KernelMode::kBlock, nullptr, 0);
  p.source->kernels.clear();
  testing::internal::CaptureStderr();
  EXPECT_EQ(p.launch(f, {1}, {32}, 0), Error::kInvalidKernelImage);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "heddle: kernel gone: no such kernel\n");
}

TEST(Module, VariablesHaveInitialValuesRelocationsAndAreFoundBySymbol) {
  Program p;
  image::VariableRecord table, value;
  value.name = "value";
  value.size = 8;
  value.initial = {5, 0, 0, 0, 6, 0, 0, 0};
  table.name = "table";
  table.size = 16;
  table.relocations = {{8, "value", 4}};
  p.variables = {table, value};
  auto* f = p.kernel("symbols", abi::KernelMode::kBlock, (void*)each_block<+[](BlockContext* b) {
                       auto* out = param<std::uint64_t*>(b, 0);
                       auto** table = static_cast<std::uint32_t**>(b->symbols[1]);
                       out[0] = *static_cast<std::uint32_t*>(b->symbols[0]);
                       out[1] = *table[1];
                       out[2] = table[0] == nullptr;
                       *table[1] += 10;
                     }>,
                     1, {.symbols = {"value", "table"}});
  auto* out = p.allocate<std::uint64_t>(3);
  ASSERT_EQ(p.launch(f, {1}, {32}, 0, out), Error::kSuccess);
  EXPECT_EQ(out[0], 5u);
  EXPECT_EQ(out[1], 6u);
  EXPECT_EQ(out[2], 1u);
  ASSERT_EQ(p.launch(f, {1}, {32}, 0, out), Error::kSuccess);
  EXPECT_EQ(out[1], 16u);
  p.engine->reset(p.device());
  out = p.allocate<std::uint64_t>(3);
  ASSERT_EQ(p.launch(f, {1}, {32}, 0, out), Error::kSuccess);
  EXPECT_EQ(out[1], 6u) << "a reset loads modules anew";
}

}  // namespace
}  // namespace heddle::test
