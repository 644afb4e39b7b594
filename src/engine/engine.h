// SPDX-License-Identifier: Apache-2.0
// The engine: devices, kernels, launches. Includes no LLVM and knows no CUDA header.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "engine/device.h"
#include "engine/error.h"
#include "engine/graph/capture.h"
#include "engine/graph/graph_table.h"
#include "engine/jit/code_source.h"
#include "engine/launch/grid.h"
#include "engine/launch/resident_store.h"
#include "engine/memory/advice.h"
#include "engine/memory/array.h"
#include "engine/memory/host_memory.h"
#include "engine/memory/imports.h"
#include "engine/module/registry.h"
#include "engine/probes/listeners.h"
#include "support/settings.h"

namespace heddle::engine {

struct Launch {
  Function* function = nullptr;
  Dim3 grid, block;
  void** args = nullptr;  // one pointer per parameter
  std::size_t dynamic_shared = 0;
  Stream* stream = nullptr;
  bool cooperative = false;
  Dim3 cluster{0, 0, 0};              // in blocks, as the launch asks; zeros: it does not
  std::optional<int> priority;        // none: the stream's
  probes::AccessPolicyWindow window;  // for tools
};

// A launch that may run.
struct ReadyKernel {
  Launch launch;
  const Variant* variant = nullptr;
  Dim3 cluster;
  const Audience* audience = nullptr;
};

class Engine {
 public:
  Engine(support::Settings settings, Registry& registry, std::vector<DeviceLimits> devices,
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
  ResidentStore& residents() { return residents_; }

  // The row of the pointer table that `address` lies in: device, module, managed, or pinned host
  // memory. None: plain host memory.
  std::optional<Allocation> find(const void* address) const {
    const Allocation* row = peek(address);
    return row ? std::optional(*row) : std::nullopt;
  }
  // The same, null if there is none; it lives until the thread has asked for four more.
  const Allocation* peek(const void* address) const {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    const std::uint64_t changes = table_changes.load(std::memory_order_acquire);
    for (const LookedUp& last : looked_up_) {
      if (number - last.begin < last.size && last.changes == changes && last.engine == this)
        return last.get();
    }
    return look_up(number, changes);
  }
  // cudaFree, cudaFreeAsync: of the program's own allocations, and of pools.
  Error release(void* address);
  Error release(void* address, Stream& stream);
  AdviceTable& advice() { return advice_; }
  Arrays& arrays() { return arrays_; }
  Imports& imports() { return imports_; }
  // Of the device that the pool is of; null if it is none.
  Pools* pools_of(const Pool* pool);

  // Facts of a kernel, without compiling it. kInvalidDeviceFunction, kNoKernelImageForDevice.
  Error kernel_record(const Function& function, Device& device, const image::KernelRecord** out);

  // Where a variable lives on `device`.
  Error variable_address(const Variable& variable, Device& device, Instance::Symbol* out);

  // Runs a kernel in its turn on the stream; its parameters are copied. Errors of the launch itself
  // are returned; a kernel that faults prints one line and leaves its error on the device.
  Error launch(const Launch& launch);
  // What launch() finds out before it submits; the kernel is compiled.
  Error make_ready(const Launch& launch, ReadyKernel* out);
  // What the API layer checks of kernel nodes whenever they are made executable, as it does of
  // launches before it calls launch().
  using NodeCheck = Error (*)(const Launch&);
  void check_nodes_by(NodeCheck check) { node_check_ = check; }
  Error check_node(const Launch& launch) const {
    return node_check_ ? node_check_(launch) : Error::kSuccess;
  }
  // Says what a grid is that begins, and what went wrong in one that has ended.
  void log(const Grid& grid) const;
  void report_fault(const Grid& grid);
  std::uint64_t next_grid() { return next_grid_.fetch_add(1, std::memory_order_relaxed); }

  // Frees all memory of the device, reloads its modules on next use, clears its error.
  void reset(Device& device);

  Listeners& listeners() { return listeners_; }

 private:
  // The last addresses that a thread asked about, also those that are plain host memory.
  struct LookedUp {
    std::uintptr_t begin = 0;
    std::uint64_t size = 0;
    std::uint64_t changes = 0;
    const Engine* engine = nullptr;
    bool known = false;
    Allocation row;
    const Allocation* get() const { return known ? &row : nullptr; }
  };
  static thread_local constinit LookedUp looked_up_[4];
  const Allocation* look_up(std::uintptr_t address, std::uint64_t changes) const;
  std::optional<Allocation> in_tables(const void* address) const;
  Error check(const Launch& launch) const;
  Error check_resources(const Launch& launch, const Variant& variant) const;
  Error cluster_of(const Launch& launch, const Variant& variant, Dim3* cluster) const;
  // How a launch's kernel is compiled, beside its block shape.
  struct Code {
    std::uint32_t flags = 0;  // HeddleCompileFlags
    std::uint32_t probe_mask = 0;
  };
  Code code_of(const Launch& launch, const Audience* audience) const;
  // `device`: as a variant has it.
  static Variant* find_variant(const Launch& launch, const Code& code, int device);
  Error make_variant(const Launch& launch, const Code& code, Variant** out);

  const support::Settings settings_;
  Registry& registry_;
  Scheduler scheduler_;
  GraphTable graphs_;
  Captures captures_;
  std::vector<std::unique_ptr<Device>> devices_;
  std::unique_ptr<CodeSource> source_;
  HostMemory host_memory_;
  AdviceTable advice_;
  Arrays arrays_;
  Imports imports_;
  ResidentStore residents_;
  Listeners listeners_;
  std::atomic<std::uint64_t> next_grid_{1};
  NodeCheck node_check_ = nullptr;
};

}  // namespace heddle::engine
