// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include <algorithm>

#include "engine/launch/fault_handler.h"
#include "engine/memory/host_budget.h"

namespace heddle::engine {

Engine::Engine(support::Settings settings, Registry& registry, std::vector<DeviceLimits> devices,
               std::unique_ptr<CodeSource> source)
    : settings_(std::move(settings)),
      registry_(registry),
      scheduler_(settings_.threads),
      source_(std::move(source)) {
  const std::uint64_t budget =
      settings_.memory_bytes ? settings_.memory_bytes : host_memory_budget();
  for (DeviceLimits& limits : devices) {
    const int ordinal = device_count();
    devices_.push_back(std::make_unique<Device>(ordinal, std::move(limits), budget, scheduler_));
  }
  install_fault_handlers();
}

std::optional<Allocation> Engine::find(const void* address) const {
  for (const auto& device : devices_) {
    if (auto row = device->arena.find(address)) return row;
  }
  return host_memory_.find(address);
}

Error Engine::kernel_record(const Function& function, Device& device,
                            const image::KernelRecord** out) {
  const Unit* unit = registry_.unit_of(function.module, device.limits.arch);
  if (!unit) return Error::kNoKernelImageForDevice;
  *out = unit->find_kernel(function.name).record;
  return *out ? Error::kSuccess : Error::kInvalidDeviceFunction;
}

Error Engine::variable_address(const Variable& variable, Device& device, Instance::Symbol* out) {
  const Unit* unit = registry_.unit_of(variable.module, device.limits.arch);
  if (!unit) return Error::kNoKernelImageForDevice;
  Instance* instance = nullptr;
  const Code code = code_of({}, listeners_.audience());
  if (Error error = device.instance_of(*unit, *source_, code.flags, code.probe_mask, &instance);
      !ok(error)) {
    return error;
  }
  *out = instance->variable(unit->index_of(variable.module), variable.name);
  if (!out->address) return Error::kInvalidSymbol;
  // A __managed__ variable lies in the program's own data: the pointer table learns of it here.
  if (out->kind == image::VariableKind::kManaged && !find(out->address)) {
    host_memory_.add_managed(out->address, out->size);
  }
  return Error::kSuccess;
}

void Engine::reset(Device& device) {
  wait_for_all(device);
  device.printf.flush();
  device.drop_instances();
  // Compiled variants point at variables that are gone.
  registry_.for_each_function([&](Function& function) {
    std::lock_guard lock(function.compile);
    for (Variant* v = function.variants.load(); v; v = v->next) {
      if (v->device == device.ordinal) v->device = -1;
    }
  });
  device.arena.reset();
  device.heap.reset();
  device.clear_status();
}

}  // namespace heddle::engine
