// SPDX-License-Identifier: Apache-2.0
#include "runtime/launch/func_kernel.h"

#include <algorithm>
#include <cstdlib>

#include "engine/module/unit.h"
#include "runtime/device/device_state.h"
#include "support/environment.h"
#include "support/message.h"

namespace heddle::runtime {
namespace {

constexpr gpu::Integer kSharedUnit = 16;  // the assembler rounds static shared memory up to this

}  // namespace

int given_registers() {
  static const int registers = [] {
    const char* text = support::variable("HEDDLE_REGISTERS");
    if (!text || !*text) return 0;
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (*end || value < 1 || value > 255) {
      support::usage_error(std::string("HEDDLE_REGISTERS must be a number from 1 to 255, not \"") +
                           text + "\"");
    }
    return static_cast<int>(value);
  }();
  return registers;
}

gpu::KernelUse Kernel::use_for(const gpu::Model& model, gpu::Integer threads) const {
  gpu::KernelUse fitting = use;
  if (registers_given) return fitting;
  while (fitting.registers > 1 && gpu::max_block_threads(model, fitting) < threads &&
         threads <= model.launch.max_threads_per_block) {
    --fitting.registers;
  }
  return fitting;
}

Error find_kernel(const void* host, Device& device, Kernel* out) {
  out->function = context().registry.find_function(host);
  if (!out->function) return Error::kInvalidDeviceFunction;
  const engine::Unit* unit = context().registry.unit_of(out->function->module, device.limits.arch);
  if (!unit) return Error::kNoKernelImageForDevice;
  const engine::Unit::Kernel found = unit->find_kernel(out->function->name);
  if (!found.record) return Error::kInvalidDeviceFunction;
  out->record = found.record;
  out->image = unit->images()[found.image];
  const int given = given_registers();
  out->registers_given = given > 0;
  const gpu::Integer shared = found.record->static_shared_bytes;
  out->use.registers = given ? given : static_cast<int>(found.record->registers);
  out->use.static_shared_bytes = (shared + kSharedUnit - 1) / kSharedUnit * kSharedUnit;
  out->use.max_dynamic_shared_bytes =
      out->function->max_dynamic_shared.load(std::memory_order_relaxed);
  out->use.max_threads_per_block = static_cast<int>(found.record->max_threads_per_block);
  out->use.carveout_percent = out->function->preferred_carveout.load(std::memory_order_relaxed);
  return Error::kSuccess;
}

}  // namespace heddle::runtime
