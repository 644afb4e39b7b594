// SPDX-License-Identifier: Apache-2.0
#include "runtime/func_launch.h"

#include <fmt/format.h>

#include "gpu/launch.h"
#include "runtime/device_state.h"
#include "runtime/func_kernel.h"
#include "support/message.h"

namespace heddle::runtime {
namespace {

gpu::LaunchCheck check(const engine::Launch& launch) {
  Device& device = launch.stream->device;
  Kernel kernel;
  if (!ok(find_kernel(launch.function->host, device, &kernel))) return {};
  if (!kernel.registers_given) kernel.use.registers = 0;
  return gpu::check_launch(device_state(device.ordinal).model, kernel.use,
                           {launch.grid.x, launch.grid.y, launch.grid.z},
                           {launch.block.x, launch.block.y, launch.block.z}, launch.dynamic_shared,
                           kernel.record->param_bytes);
}

}  // namespace

Error check_registers(const engine::Launch& launch) {
  if (given_registers() == 0) [[likely]]
    return Error::kSuccess;
  if (check(launch).problem != gpu::LaunchProblem::registers) return Error::kSuccess;
  explain_refusal(launch);
  return Error::kLaunchOutOfResources;
}

void explain_refusal(const engine::Launch& launch) {
  if (!the_engine().settings().log_launch) return;
  const gpu::LaunchCheck found = check(launch);
  if (found) return;
  support::message(fmt::format("launch {} refused: {}", launch.function->name, found.message));
}

}  // namespace heddle::runtime
