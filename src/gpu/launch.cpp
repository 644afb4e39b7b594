// SPDX-License-Identifier: Apache-2.0
#include "gpu/launch.h"

#include <fmt/format.h>

#include <cstddef>

namespace heddle::gpu {
namespace {

constexpr char kAxis[] = {'x', 'y', 'z'};

Integer threads_of(const Shape& block) {
  return Integer{block[0]} * block[1] * block[2];
}

std::string explain_zero(const LaunchRequest& launch) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (launch.grid[axis] == 0) return fmt::format("gridDim is 0 in {}", kAxis[axis]);
    if (launch.block[axis] == 0) return fmt::format("blockDim is 0 in {}", kAxis[axis]);
  }
  return "";
}

std::string explain_size(const Model& m, const char* name, const Shape& shape,
                         const Integers& most) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (shape[axis] > most[axis]) {
      return fmt::format("{}.{} is {}, {} allows {}", name, kAxis[axis], shape[axis], m.name,
                         most[axis]);
    }
  }
  return fmt::format("a block of {} threads, {} allows {}", threads_of(shape), m.name,
                     m.launch.max_threads_per_block);
}

std::string explain_shared(const Model& m, const KernelUse& kernel, std::uint64_t dynamic) {
  if (kernel.static_shared_bytes > m.sm.shared_per_block_optin_bytes) {
    return fmt::format("{} bytes of static shared memory, {} allows {}", kernel.static_shared_bytes,
                       m.name, m.sm.shared_per_block_bytes);
  }
  return fmt::format(
      "{} bytes of dynamic and {} of static shared memory; the kernel may use {} dynamic bytes "
      "(cudaFuncSetAttribute can raise it to {})",
      dynamic, kernel.static_shared_bytes, dynamic_shared_limit(m, kernel),
      m.sm.shared_per_block_optin_bytes - kernel.static_shared_bytes);
}

}  // namespace

LaunchProblem shape_problem(const Model& m, const Shape& grid, const Shape& block) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (grid[axis] == 0 || block[axis] == 0) return LaunchProblem::kZeroDimension;
    if (grid[axis] > m.launch.max_grid_dim[axis]) return LaunchProblem::kGridTooLarge;
    if (block[axis] > m.launch.max_block_dim[axis]) return LaunchProblem::kBlockTooLarge;
  }
  return threads_of(block) > m.launch.max_threads_per_block ? LaunchProblem::kBlockTooLarge
                                                            : LaunchProblem::kNone;
}

LaunchProblem resource_problem(const Model& m, const KernelUse& kernel,
                               const LaunchRequest& launch) {
  const Integer threads = threads_of(launch.block);
  if (kernel.max_threads_per_block > 0 && threads > kernel.max_threads_per_block) {
    return LaunchProblem::kLaunchBounds;
  }
  const auto optin = static_cast<std::uint64_t>(m.sm.shared_per_block_optin_bytes);
  const auto fixed = static_cast<std::uint64_t>(kernel.static_shared_bytes);
  const auto limit = static_cast<std::uint64_t>(dynamic_shared_limit(m, kernel));
  if (launch.dynamic_shared_bytes > limit || fixed + launch.dynamic_shared_bytes > optin) {
    return LaunchProblem::kSharedMemory;
  }
  if (launch.parameter_bytes > static_cast<std::uint64_t>(m.launch.max_parameter_bytes)) {
    return LaunchProblem::kParameters;
  }
  const bool too_many =
      kernel.registers > 0 && occupancy(m, kernel, threads, 0).limit_registers == 0;
  return too_many ? LaunchProblem::kRegisters : LaunchProblem::kNone;
}

std::string explain(LaunchProblem problem, const Model& m, const KernelUse& kernel,
                    const LaunchRequest& launch) {
  const Integer threads = threads_of(launch.block);
  switch (problem) {
    case LaunchProblem::kNone:
      return "";
    case LaunchProblem::kZeroDimension:
      return explain_zero(launch);
    case LaunchProblem::kGridTooLarge:
      return explain_size(m, "gridDim", launch.grid, m.launch.max_grid_dim);
    case LaunchProblem::kBlockTooLarge:
      return explain_size(m, "blockDim", launch.block, m.launch.max_block_dim);
    case LaunchProblem::kLaunchBounds:
      return fmt::format("a block of {} threads, __launch_bounds__ says {}", threads,
                         kernel.max_threads_per_block);
    case LaunchProblem::kSharedMemory:
      return explain_shared(m, kernel, launch.dynamic_shared_bytes);
    case LaunchProblem::kParameters:
      return fmt::format("{} bytes of kernel arguments, {} allows {}", launch.parameter_bytes,
                         m.name, m.launch.max_parameter_bytes);
    case LaunchProblem::kRegisters:
      return fmt::format("a block of {} threads with {} registers each, {} has {}", threads,
                         kernel.registers, m.name, m.sm.max_registers_per_block);
  }
  return "";
}

}  // namespace heddle::gpu
