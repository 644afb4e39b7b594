// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include <algorithm>

#include "engine/launch/fault_handler.h"
#include "engine/launch/host_access.h"
#include "engine/memory/host_budget.h"
#include "engine/memory/host_guard.h"

namespace heddle::engine {
namespace {

HostGuard::Means means_of(support::Settings::Strict strict) {
  using Strict = support::Settings::Strict;
  return strict == Strict::kOff     ? HostGuard::Means::kNone
         : strict == Strict::kPages ? HostGuard::Means::kPages
                                    : HostGuard::Means::kKeys;
}

}  // namespace

Engine::Engine(support::Settings settings, Registry& registry, std::vector<DeviceLimits> devices,
               std::unique_ptr<CodeSource> source)
    : settings_(std::move(settings)),
      registry_(registry),
      scheduler_(settings_.threads),
      captures_(graphs_),
      source_(std::move(source)) {
  HostGuard::choose(means_of(settings_.strict));
  const std::uint64_t budget =
      settings_.memory_bytes ? settings_.memory_bytes : host_memory_budget();
  for (DeviceLimits& limits : devices) {
    const int ordinal = device_count();
    devices_.push_back(
        std::make_unique<Device>(ordinal, std::move(limits), budget, scheduler_, captures_));
  }
  install_fault_handlers();
  name_host_accesses(&devices_);
}

Engine::~Engine() {
  name_host_accesses(nullptr);
}

thread_local constinit Engine::LookedUp Engine::looked_up_[4];

// `changes`: of the tables, before.
const Allocation* Engine::look_up(std::uintptr_t address, std::uint64_t changes) const {
  thread_local unsigned next = 0;
  LookedUp& last = looked_up_[next++ % 4];
  const auto row = in_tables(reinterpret_cast<const void*>(address));
  const bool around = row && row->contains(address, 1);
  last = {around ? row->base : address, around ? row->size : 1, changes, this, row.has_value(),
          row.value_or(Allocation{})};
  return last.get();
}

std::optional<Allocation> Engine::in_tables(const void* address) const {
  for (const auto& device : devices_) {
    if (auto row = device->arena.find(address)) return row;
  }
  if (auto row = host_memory_.find(address)) return row;
  // A __managed__ variable lies in the program's own data.
  const Variable* variable = registry_.find_managed(address);
  if (!variable) return std::nullopt;
  const auto base = reinterpret_cast<std::uintptr_t>(variable->host);
  return Allocation{base, variable->size, MemoryKind::kManaged, 0};
}

Error Engine::release(void* address) {
  const auto row = find(address);
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (!row || !row->on_device() || row->base != number) return Error::kInvalidValue;
  if (row->pool) return row->pool->release(address, nullptr);
  const Error error = device(row->device).arena.release(address);
  if (ok(error) && row->kind == MemoryKind::kManaged) advice_.forget(number, row->size);
  return error;
}

Error Engine::release(void* address, Stream& stream) {
  const auto row = find(address);
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (!row || !row->on_device() || row->base != number) return Error::kInvalidValue;
  if (row->pool) return row->pool->release(address, &stream);
  Arena& arena = device(row->device).arena;
  if (Error error = arena.retire(address); !ok(error)) return error;
  if (row->kind == MemoryKind::kManaged) advice_.forget(number, row->size);
  stream.submit(
      make_call([&arena, number] { arena.give_segment(number); }, Operation::Size::kSmall));
  return Error::kSuccess;
}

Pools* Engine::pools_of(const Pool* pool) {
  for (const auto& device : devices_) {
    if (device->pools.knows(pool)) return &device->pools;
  }
  return nullptr;
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
  return Error::kSuccess;
}

void Engine::reset(Device& device) {
  for (const auto& any : devices_) wait_for_all(*any);  // all may use pinned memory
  device.printf.flush();
  device.drop_instances();
  // Compiled variants point at variables that are gone; their code is used again.
  registry_.for_each_function([&](Function& function) {
    std::lock_guard lock(function.compile);
    for (Variant* v = function.variants.load(); v; v = v->next) {
      if (v->device == device.ordinal) v->device = ~device.ordinal;
    }
  });
  device.pools.reset();
  arrays_.remove_all(device.ordinal);
  imports_.forget(device.ordinal);
  host_memory_.forget(device.ordinal);
  device.graph_memory.reset();
  device.arena.reset();
  advice_.forget(device.arena.begin(), device.arena.capacity());
  device.heap.reset();
  device.clear_status();
}

}  // namespace heddle::engine
