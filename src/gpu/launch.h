// SPDX-License-Identifier: Apache-2.0
// Whether a launch is within the limits of a GPU (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability"; runtime API, cudaErrorInvalidConfiguration and
// cudaErrorLaunchOutOfResources).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "gpu/model.h"
#include "gpu/occupancy.h"

namespace heddle::gpu {

enum class LaunchProblem {
  none,
  zero_dimension,  // cudaErrorInvalidConfiguration, as all below but three
  grid_too_large,
  block_too_large,  // a dimension, or more threads than a block may have
  launch_bounds,    // more threads than the kernel's __launch_bounds__
  shared_memory,    // cudaErrorInvalidValue: more dynamic shared memory than the kernel may use
  registers,        // cudaErrorLaunchOutOfResources: threads x registers
  parameters,       // cudaErrorLaunchOutOfResources: too many bytes of arguments
};

struct LaunchCheck {
  LaunchProblem problem = LaunchProblem::none;
  std::string message;  // one sentence with the numbers; empty when there is no problem
  explicit operator bool() const { return problem == LaunchProblem::none; }
};

LaunchCheck check_launch(const Model& model, const KernelUse& kernel,
                         const std::array<std::uint32_t, 3>& grid,
                         const std::array<std::uint32_t, 3>& block,
                         std::uint64_t dynamic_shared_bytes, std::uint64_t parameter_bytes = 0);

}  // namespace heddle::gpu
