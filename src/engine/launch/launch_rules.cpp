// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/launch_rules.h"

#include <fmt/format.h>

#include "engine/device/device.h"
#include "engine/module/module.h"
#include "gpu/launch.h"
#include "support/demangle.h"
#include "support/message.h"

namespace heddle::engine {
namespace {

// The assembler rounds static shared memory up to this.
constexpr gpu::Integer kStaticSharedUnit = 16;

gpu::Shape shape(const Dim3& d) {
  return {d.x, d.y, d.z};
}

Error error_of(gpu::LaunchProblem problem) {
  switch (problem) {
    case gpu::LaunchProblem::kNone:
      return Error::kSuccess;
    case gpu::LaunchProblem::kZeroDimension:
    case gpu::LaunchProblem::kGridTooLarge:
    case gpu::LaunchProblem::kBlockTooLarge:
      return Error::kInvalidConfiguration;
    case gpu::LaunchProblem::kSharedMemory:
      return Error::kInvalidValue;  // since long before CUDA 13
    case gpu::LaunchProblem::kLaunchBounds:
    case gpu::LaunchProblem::kRegisters:
    case gpu::LaunchProblem::kParameters:
      return Error::kLaunchOutOfResources;
  }
  return Error::kInvalidConfiguration;
}

Error refuse(gpu::LaunchProblem problem, const Launch& launch, const gpu::KernelUse& use,
             const gpu::LaunchRequest& request, bool log) {
  if (log) {
    support::message(fmt::format("launch {} refused: {}", support::demangle(launch.function->name),
                                 gpu::explain(problem, launch.stream->device.model, use, request)));
  }
  return error_of(problem);
}

}  // namespace

gpu::KernelUse use_of(const Function& function, const image::KernelRecord& record, int registers) {
  gpu::KernelUse use;
  const gpu::Integer shared = record.static_shared_bytes;
  use.registers = registers;
  use.static_shared_bytes =
      (shared + kStaticSharedUnit - 1) / kStaticSharedUnit * kStaticSharedUnit;
  use.max_dynamic_shared_bytes = function.max_dynamic_shared.load(std::memory_order_relaxed);
  use.max_threads_per_block = static_cast<int>(record.max_threads_per_block);
  use.carveout_percent = function.preferred_carveout.load(std::memory_order_relaxed);
  return use;
}

Error check_shape(const Launch& launch, bool log) {
  const gpu::Shape grid = shape(launch.grid), block = shape(launch.block);
  const auto problem = gpu::shape_problem(launch.stream->device.model, grid, block);
  if (problem == gpu::LaunchProblem::kNone) [[likely]]
    return Error::kSuccess;
  return refuse(problem, launch, {}, {grid, block}, log);
}

Error check_resources(const Launch& launch, const image::KernelRecord& record, int registers,
                      bool log) {
  const gpu::KernelUse use = use_of(*launch.function, record, registers);
  const gpu::LaunchRequest request{shape(launch.grid), shape(launch.block), launch.dynamic_shared,
                                   record.param_bytes};
  const auto problem = gpu::resource_problem(launch.stream->device.model, use, request);
  if (problem == gpu::LaunchProblem::kNone) [[likely]]
    return Error::kSuccess;
  return refuse(problem, launch, use, request, log);
}

}  // namespace heddle::engine
