// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include <unistd.h>

#include "engine/base/host_guard.h"
#include "engine/device/host_access.h"
#include "engine/launch/fault_handler.h"
#include "engine/memory/host_budget.h"
#include "engine/stream/call.h"

namespace heddle::engine {
namespace {

HostGuard::Means means_of(support::Settings::Strict strict) {
  using Strict = support::Settings::Strict;
  return strict == Strict::kOff     ? HostGuard::Means::kNone
         : strict == Strict::kPages ? HostGuard::Means::kPages
                                    : HostGuard::Means::kKeys;
}

std::uint64_t budget_of(const support::Settings& settings) {
  return settings.memory_bytes ? settings.memory_bytes : host_memory_budget();
}
std::uint64_t host_memory_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

Engine::Engine(support::Settings settings, Registry& registry, std::vector<gpu::Model> devices,
               std::unique_ptr<CodeSource> source)
    : settings_(std::move(settings)),
      registry_(registry),
      scheduler_(settings_.threads),
      captures_(graphs_),
      host_arena_(0, host_memory_bytes(), budget_of(settings_), &memory_events_, MemoryKind::kHost),
      pointers_(host_memory_, virtual_memory_, registry_),
      launcher_(settings_, registry_, scheduler_, std::move(source)),
      graph_services_{launcher_, pointers_, graphs_} {
  HostGuard::choose(means_of(settings_.strict));
  memory_events_.tell(&listeners());
  scheduler_.order_events().tell(&listeners());
  host_memory_.tell(&memory_events_);
  const std::uint64_t budget = budget_of(settings_);
  for (gpu::Model& model : devices) {
    const int ordinal = device_count();
    devices_.push_back(std::make_unique<Device>(
        ordinal, std::move(model), budget, scheduler_,
        std::vector<StreamObserver*>{&captures_, &host_pools_, &node_pools_}, &memory_events_));
    pointers_.add(devices_.back()->arena);
  }
  pointers_.add(host_arena_);
  install_fault_handlers();
  name_host_accesses(&devices_, &listeners());
  scheduler_.order_events().tell_uses(&host_watch_);
}

void Engine::guard_memory() {
  const auto* tools = listeners().current();
  const bool heard = tools && probes::has(tools->events(), probes::Event::kHostAccess);
  if (heard && HostGuard::means() == HostGuard::Means::kNone) {
    HostGuard::choose(HostGuard::Means::kKeys);
  }
}

Engine::~Engine() {
  memory_events_.tell(nullptr);
  scheduler_.order_events().tell(nullptr);
  name_host_accesses(nullptr, nullptr);
  scheduler_.order_events().tell_uses(nullptr);
}

Error Engine::release(void* address) {
  const auto row = find(address);
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (!row || row->base != number) return Error::kInvalidValue;
  if (row->pool) return row->pool->release(address, nullptr);
  if (!row->on_device()) return Error::kInvalidValue;
  if (row->external) return device(row->device).arena.release_import(address);
  const Error error = device(row->device).arena.release(address);
  if (ok(error) && row->kind == MemoryKind::kManaged) advice_.forget(number, row->size);
  return error;
}

Error Engine::release(void* address, Stream& stream) {
  const auto row = find(address);
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (!row || row->base != number) return Error::kInvalidValue;
  if (row->pool) return row->pool->release(address, &stream);
  if (!row->on_device()) return Error::kInvalidValue;
  Arena& arena = device(row->device).arena;
  if (row->external) {
    stream.submit(make_call([&arena, address] { (void)arena.release_import(address); },
                            Operation::Size::kSmall));
    return Error::kSuccess;
  }
  HEDDLE_RETURN_IF_ERROR(arena.retire(address));
  if (row->kind == MemoryKind::kManaged) advice_.forget(number, row->size);
  const auto give = [&arena, number] { arena.give_segment(number); };
  if (memory_events_.wanted()) {
    const auto work = Operation::take_numbers();
    const auto operation = make_call(
        [give, row = *row, this, by = memory_events_.caller(), work] {
          memory_events_.freed(row, by, work);
          give();
        },
        Operation::Size::kSmall);
    operation->tell_as(work);
    stream.submit(operation);
    return Error::kSuccess;
  }
  stream.submit(make_call(give, Operation::Size::kSmall));
  return Error::kSuccess;
}

Pools* Engine::pools_of(const Pool* pool) {
  for (const auto& device : devices_) {
    if (device->pools.knows(pool)) return &device->pools;
  }
  for (Pools* pools : {&host_pools_, &node_pools_}) {
    if (pools->knows(pool)) return pools;
  }
  return nullptr;
}

Error Engine::launch(const Launch& launch) {
  ReadyKernel ready;
  if (Error error = launcher_.make_ready(launch, &ready); !ok(error)) [[unlikely]]
    return error;
  if (launch.stream->is_capturing()) [[unlikely]]
    return captures_.add(*launch.stream, describe(launch, *ready.variant->record));
  launcher_.submit(ready);
  return Error::kSuccess;
}

void Engine::reset(Device& device) {
  for (const auto& any : devices_) wait_for_all(*any);  // all may use pinned memory
  device.printf.flush();
  device.drop_instances();
  launcher_.variants().forget_symbols(device);
  device.pools.reset();
  arrays_.remove_all(device.ordinal);
  imports_.forget(device.ordinal);
  host_memory_.forget(device.ordinal);
  device.graph_memory.reset();
  device.arena.reset();
  advice_.forget(device.arena.begin(), device.arena.capacity());
  device.heap.reset();
  device.most_pending_launches = Device::kUsualPendingLaunches;
  device.clear_status();
}

}  // namespace heddle::engine
