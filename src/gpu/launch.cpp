// SPDX-License-Identifier: Apache-2.0
#include "gpu/launch.h"

#include <fmt/format.h>

namespace heddle::gpu {
namespace {

constexpr char kAxis[] = {'x', 'y', 'z'};

LaunchCheck problem(LaunchProblem what, std::string message) {
  return {what, std::move(message)};
}

}  // namespace

LaunchCheck check_launch(const Model& m, const KernelUse& kernel,
                         const std::array<std::uint32_t, 3>& grid,
                         const std::array<std::uint32_t, 3>& block,
                         std::uint64_t dynamic_shared_bytes, std::uint64_t parameter_bytes) {
  for (int axis = 0; axis < 3; ++axis)
    if (grid[axis] == 0 || block[axis] == 0)
      return problem(
          LaunchProblem::zero_dimension,
          fmt::format("{} is 0 in {}", grid[axis] == 0 ? "gridDim" : "blockDim", kAxis[axis]));
  for (int axis = 0; axis < 3; ++axis) {
    if (grid[axis] > m.launch.max_grid_dim[axis])
      return problem(LaunchProblem::grid_too_large,
                     fmt::format("gridDim.{} is {}, {} allows {}", kAxis[axis], grid[axis], m.name,
                                 m.launch.max_grid_dim[axis]));
    if (block[axis] > m.launch.max_block_dim[axis])
      return problem(LaunchProblem::block_too_large,
                     fmt::format("blockDim.{} is {}, {} allows {}", kAxis[axis], block[axis],
                                 m.name, m.launch.max_block_dim[axis]));
  }
  Integer threads = Integer{block[0]} * block[1] * block[2];
  if (threads > m.launch.max_threads_per_block)
    return problem(LaunchProblem::block_too_large,
                   fmt::format("a block of {} threads, {} allows {}", threads, m.name,
                               m.launch.max_threads_per_block));
  if (kernel.max_threads_per_block > 0 && threads > kernel.max_threads_per_block)
    return problem(LaunchProblem::launch_bounds,
                   fmt::format("a block of {} threads, __launch_bounds__ says {}", threads,
                               kernel.max_threads_per_block));
  if (dynamic_shared_bytes > std::uint64_t(dynamic_shared_limit(m, kernel)))
    return problem(LaunchProblem::shared_memory,
                   fmt::format("{} bytes of dynamic and {} of static shared memory; the kernel may "
                               "use {} dynamic bytes "
                               "(cudaFuncSetAttribute can raise it to {})",
                               dynamic_shared_bytes, kernel.static_shared_bytes,
                               dynamic_shared_limit(m, kernel),
                               m.sm.shared_per_block_optin_bytes - kernel.static_shared_bytes));
  if (kernel.static_shared_bytes > m.sm.shared_per_block_optin_bytes)
    return problem(LaunchProblem::shared_memory,
                   fmt::format("{} bytes of static shared memory, {} allows {}",
                               kernel.static_shared_bytes, m.name, m.sm.shared_per_block_bytes));
  if (parameter_bytes > std::uint64_t(m.launch.max_parameter_bytes))
    return problem(LaunchProblem::parameters,
                   fmt::format("{} bytes of kernel arguments, {} allows {}", parameter_bytes,
                               m.name, m.launch.max_parameter_bytes));
  if (occupancy(m, kernel, threads, 0).limit_registers == 0)
    return problem(LaunchProblem::registers,
                   fmt::format("a block of {} threads with {} registers each, {} has {}", threads,
                               kernel.registers, m.name, m.sm.max_registers_per_block));
  return {};
}

}  // namespace heddle::gpu
