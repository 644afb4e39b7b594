// SPDX-License-Identifier: Apache-2.0
#include "gpu/launch.h"

#include "data.h"

namespace heddle::gpu::test {
namespace {

LaunchProblem check(const Model& m, Shape grid, Shape block, std::uint64_t shared = 0,
                    KernelUse kernel = {.registers = 10}, std::uint64_t parameters = 0) {
  const LaunchRequest launch{grid, block, shared, parameters};
  LaunchProblem problem = shape_problem(m, grid, block);
  if (problem == LaunchProblem::kNone) problem = resource_problem(m, kernel, launch);
  EXPECT_EQ(explain(problem, m, kernel, launch).empty(), problem == LaunchProblem::kNone);
  return problem;
}

// The launches of error_codes.cu and those whose limit is exactly reached, as an H200 took them.
TEST(Launch, LimitsOfTheH200) {
  Model m = model("h200");
  EXPECT_EQ(check(m, {1, 1, 1}, {2048, 1, 1}), LaunchProblem::kBlockTooLarge);
  EXPECT_EQ(check(m, {1, 1, 1}, {2, 1024, 1}), LaunchProblem::kBlockTooLarge);
  EXPECT_EQ(check(m, {1, 1, 1}, {1, 1, 65}), LaunchProblem::kBlockTooLarge);
  EXPECT_EQ(check(m, {1, 1, 1}, {1, 1, 64}), LaunchProblem::kNone);
  EXPECT_EQ(check(m, {0, 1, 1}, {32, 1, 1}), LaunchProblem::kZeroDimension);
  EXPECT_EQ(check(m, {1, 1, 1}, {0, 1, 1}), LaunchProblem::kZeroDimension);
  EXPECT_EQ(check(m, {1, 70000, 1}, {32, 1, 1}), LaunchProblem::kGridTooLarge);
  EXPECT_EQ(check(m, {1, 1, 65536}, {32, 1, 1}), LaunchProblem::kGridTooLarge);
  EXPECT_EQ(check(m, {1, 65535, 1}, {32, 1, 1}), LaunchProblem::kNone);
  EXPECT_EQ(check(m, {0x7fffffff, 1, 1}, {1, 1, 1}), LaunchProblem::kNone);
  EXPECT_EQ(check(m, {0x80000000, 1, 1}, {1, 1, 1}), LaunchProblem::kGridTooLarge);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 49152), LaunchProblem::kNone);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 49153), LaunchProblem::kSharedMemory);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 1 << 20), LaunchProblem::kSharedMemory);
}

TEST(Launch, SharedMemoryOfTheKernel) {
  Model m = model("h200");
  KernelUse kernel{.registers = 10, .static_shared_bytes = 16384};
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 32768, kernel), LaunchProblem::kNone);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 32769, kernel), LaunchProblem::kSharedMemory);
  kernel.max_dynamic_shared_bytes = 232448 - 16384;
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 232448 - 16384, kernel), LaunchProblem::kNone);
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 232448 - 16383, kernel), LaunchProblem::kSharedMemory);
  // 32 KiB of each, without opting in and with it.
  kernel = {.registers = 10, .static_shared_bytes = 32768};
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 32768, kernel), LaunchProblem::kSharedMemory);
  kernel.max_dynamic_shared_bytes = 32768;
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 32768, kernel), LaunchProblem::kNone);
  // Both together, though each alone is allowed.
  kernel.max_dynamic_shared_bytes = 232448;
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 232448, kernel), LaunchProblem::kSharedMemory);
  kernel.max_dynamic_shared_bytes = 1000;
  EXPECT_EQ(check(m, {1, 1, 1}, {32, 1, 1}, 1004, kernel), LaunchProblem::kSharedMemory);
}

TEST(Launch, RegistersBoundsAndParameters) {
  Model m = model("h200");
  EXPECT_EQ(check(m, {1, 1, 1}, {1024, 1, 1}, 0, {.registers = 65}), LaunchProblem::kRegisters);
  EXPECT_EQ(check(m, {1, 1, 1}, {1024, 1, 1}, 0, {.registers = 64}), LaunchProblem::kNone);
  EXPECT_EQ(check(m, {1, 1, 1}, {512, 1, 1}, 0, {.registers = 254}), LaunchProblem::kRegisters);
  EXPECT_EQ(check(m, {1, 1, 1}, {129, 1, 1}, 0, {.registers = 10, .max_threads_per_block = 128}),
            LaunchProblem::kLaunchBounds);
  EXPECT_EQ(check(m, {1, 1, 1}, {1, 1, 1}, 0, {}, 32765), LaunchProblem::kParameters);
  EXPECT_EQ(check(m, {1, 1, 1}, {1, 1, 1}, 0, {}, 32764), LaunchProblem::kNone);
}

}  // namespace
}  // namespace heddle::gpu::test
