// SPDX-License-Identifier: Apache-2.0
// Whether a launch is within the limits of a GPU (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability"). What is wrong is found with a few comparisons; the
// sentence that explains it is made when somebody asks for it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "gpu/model.h"
#include "gpu/occupancy.h"

namespace heddle::gpu {

enum class LaunchProblem {
  kNone,
  kZeroDimension,
  kGridTooLarge,
  kBlockTooLarge,  // a dimension, or more threads than a block may have
  kLaunchBounds,   // more threads than the kernel's __launch_bounds__
  kSharedMemory,   // more than the kernel may use
  kRegisters,      // threads x registers
  kParameters,     // too many bytes of arguments
};

using Shape = std::array<std::uint32_t, 3>;

struct LaunchRequest {
  Shape grid, block;
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t parameter_bytes = 0;
};

// Of any kernel.
LaunchProblem shape_problem(const Model& model, const Shape& grid, const Shape& block);
// Of this kernel, in a shape that has no problem.
LaunchProblem resource_problem(const Model& model, const KernelUse& kernel,
                               const LaunchRequest& launch);
// One sentence with the numbers of what either of them answered. kernel: not read for shapes.
std::string explain(LaunchProblem problem, const Model& model, const KernelUse& kernel,
                    const LaunchRequest& launch);

}  // namespace heddle::gpu
