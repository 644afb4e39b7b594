// SPDX-License-Identifier: Apache-2.0
#include "gpu/launch.h"

#include "data.h"

namespace heddle::gpu::test {
namespace {

using Dim = std::array<std::uint32_t, 3>;

LaunchProblem check(const Model& m, Dim grid, Dim block, std::uint64_t shared = 0,
                    KernelUse kernel = {.registers = 10}) {
  LaunchCheck result = check_launch(m, kernel, grid, block, shared);
  EXPECT_EQ(result.message.empty(), bool(result));
  return result.problem;
}

// The launches of error_codes.cu and those whose limit is exactly reached, as an H200 took them.
TEST(Launch, LimitsOfTheH200) {
  Model m = model("h200");
  EXPECT_EQ(check(m, {1, 1, 1}, {2048, 1, 1}), LaunchProblem::block_too_large);
  EXPECT_EQ(check(m, {1, 1, 1}, {2, 1024, 1}), LaunchProblem::block_too_large);
  EXPECT_EQ(check(m, {1, 1, 1}, {1, 1, 65}), LaunchProblem::block_too_large);
  EXPECT_EQ(check(m, {1, 1, 1}, {1, 1, 64}), LaunchProblem::none);
  EXPECT_EQ(check(m, {0, 1, 1}, {32, 1, 1}), LaunchProblem::zero_dimension);
  EXPECT_EQ(check(m, {1, 1, 1}, {0, 1, 1}), LaunchProblem::zero_dimension);
  EXPECT_EQ(check(m, {1, 70000, 1}, {32, 1, 1}), LaunchProblem::grid_too_large);
  EXPECT_EQ(check(m, {1, 1, 65536}, {32, 1, 1}), LaunchProblem::grid_too_large);
  EXPECT_EQ(check(m, {1, 65535, 1}, {32, 1, 1}), LaunchProblem::none);
  EXPECT_EQ(check(m, {0x7fffffff, 1, 1}, {1, 1, 1}), LaunchProblem::none);
  EXPECT_EQ(check(m, {0x80000000, 1, 1}, {1, 1, 1}), LaunchProblem::grid_too_large);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 49152), LaunchProblem::none);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 49153), LaunchProblem::shared_memory);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 1 << 20), LaunchProblem::shared_memory);
}

TEST(Launch, SharedMemoryOfTheKernel) {
  Model m = model("h200");
  KernelUse kernel{.registers = 10, .static_shared_bytes = 16384};
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 32768, kernel), LaunchProblem::none);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 32769, kernel), LaunchProblem::shared_memory);
  kernel.max_dynamic_shared_bytes = 232448 - 16384;
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 232448 - 16384, kernel), LaunchProblem::none);
  kernel.max_dynamic_shared_bytes = 1000;
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 1004, kernel), LaunchProblem::shared_memory);
}

TEST(Launch, RegistersBoundsAndParameters) {
  Model m = model("h200");
  EXPECT_EQ(check(m, {1, 1, 1}, {1024, 1, 1}, 0, {.registers = 65}), LaunchProblem::registers);
  EXPECT_EQ(check(m, {1, 1, 1}, {1024, 1, 1}, 0, {.registers = 64}), LaunchProblem::none);
  EXPECT_EQ(check(m, {1, 1, 1}, {512, 1, 1}, 0, {.registers = 254}), LaunchProblem::registers);
  EXPECT_EQ(check(m, {1, 1, 1}, {129, 1, 1}, 0, {.registers = 10, .max_threads_per_block = 128}),
            LaunchProblem::launch_bounds);
  EXPECT_EQ(check_launch(m, {}, {1, 1, 1}, {1, 1, 1}, 0, 32765).problem, LaunchProblem::parameters);
}

}  // namespace
}  // namespace heddle::gpu::test
