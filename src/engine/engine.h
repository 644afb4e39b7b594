// SPDX-License-Identifier: Apache-2.0
// The engine: devices, kernels, launches. Includes no LLVM and knows no CUDA header.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/error.h"
#include "engine/device/device.h"
#include "engine/graph/capture.h"
#include "engine/graph/graph_services.h"
#include "engine/graph/graph_table.h"
#include "engine/launch/launcher.h"
#include "engine/memory/advice.h"
#include "engine/memory/array.h"
#include "engine/memory/host_memory.h"
#include "engine/memory/host_watch.h"
#include "engine/memory/imports.h"
#include "engine/memory/pointer_table.h"
#include "engine/memory/virtual_memory.h"
#include "engine/module/registry.h"
#include "support/settings.h"

namespace heddle::engine {

class Engine {
 public:
  Engine(support::Settings settings, Registry& registry, std::vector<gpu::Model> devices,
         std::unique_ptr<CodeSource> source);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  const support::Settings& settings() const { return settings_; }
  int device_count() const { return static_cast<int>(devices_.size()); }
  Device& device(int ordinal) { return *devices_[static_cast<std::size_t>(ordinal)]; }
  Registry& registry() { return registry_; }
  HostMemory& host_memory() { return host_memory_; }
  Scheduler& scheduler() { return scheduler_; }
  GraphTable& graphs() { return graphs_; }
  Captures& captures() { return captures_; }
  Launcher& launcher() { return launcher_; }
  GraphServices& graph_services() { return graph_services_; }
  const PointerTable& pointers() const { return pointers_; }
  Listeners& listeners() { return launcher_.listeners(); }
  // Where a listener hears of host accesses: guards memory against the host program. Before
  // anything is allocated.
  void guard_memory();
  const MemoryEvents& memory_events() const { return memory_events_; }

  // As PointerTable has them.
  std::optional<Allocation> find(const void* address) const { return pointers_.find(address); }
  const Allocation* peek(const void* address) const { return pointers_.peek(address); }
  // cudaFree, cudaFreeAsync: of the program's own allocations, and of pools.
  Error release(void* address);
  Error release(void* address, Stream& stream);
  AdviceTable& advice() { return advice_; }
  Arrays& arrays() { return arrays_; }
  Imports& imports() { return imports_; }
  VirtualMemory& virtual_memory() { return virtual_memory_; }
  // Memory of the host: anywhere, and on its one NUMA node.
  Pools& host_pools(bool on_node) { return on_node ? node_pools_ : host_pools_; }
  // Of the device or the host's memory that the pool is of; null if it is none.
  Pools* pools_of(const Pool* pool);

  // Runs a kernel in its turn on the stream, or makes it a node where the stream is captured.
  // Errors of the launch itself are returned.
  Error launch(const Launch& launch);

  // Frees all memory of the device, reloads its modules on next use, clears its error.
  void reset(Device& device);

 private:
  const support::Settings settings_;
  Registry& registry_;
  Scheduler scheduler_;
  GraphTable graphs_;
  Captures captures_;
  MemoryEvents memory_events_;
  Arena host_arena_;
  Pools host_pools_{host_arena_, 0}, node_pools_{host_arena_, 0};
  std::vector<std::unique_ptr<Device>> devices_;
  HostMemory host_memory_;
  VirtualMemory virtual_memory_{memory_events_};
  PointerTable pointers_;
  HostWatch host_watch_{pointers_};
  AdviceTable advice_;
  Arrays arrays_;
  Imports imports_;
  Launcher launcher_;
  GraphServices graph_services_;
};

}  // namespace heddle::engine
