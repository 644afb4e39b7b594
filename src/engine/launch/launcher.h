// SPDX-License-Identifier: Apache-2.0
// From a launch to its blocks.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/grid/child_launches.h"
#include "engine/grid/grid.h"
#include "engine/launch/launch.h"
#include "engine/launch/resident_block_store.h"
#include "engine/launch/variants.h"
#include "engine/probes/listeners.h"
#include "engine/stream/scheduler.h"
#include "image/image.h"
#include "support/settings.h"

namespace heddle::engine {

class Launcher {
 public:
  Launcher(const support::Settings& settings, Registry& registry, Scheduler& scheduler,
           std::unique_ptr<CodeSource> source)
      : settings_(settings),
        registry_(registry),
        scheduler_(scheduler),
        variants_(settings, registry, std::move(source)) {}
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  const support::Settings& settings() const { return settings_; }
  Scheduler& scheduler() { return scheduler_; }
  Listeners& listeners() { return listeners_; }
  Variants& variants() { return variants_; }
  ResidentBlockStore& resident_blocks() { return resident_blocks_; }

  // Facts of a kernel, without compiling it. kInvalidDeviceFunction, kNoKernelImageForDevice.
  Error kernel_record(const Function& function, Device& device, const image::KernelRecord** out);
  // Where a variable lives on `device`.
  Error variable_address(const Variable& variable, Device& device, Instance::Symbol* out) {
    return variants_.variable_address(variable, device, listeners_.current(), out);
  }

  // Of a kernel as device code knows it; null: it is none.
  Function* device_kernel(const void* kernel) const { return registry_.find_device_kernel(kernel); }
  // Whether what the launch asks for is allowed, without compiling its kernel.
  Error check(const Launch& launch, const image::KernelRecord** record);
  // Whether the launch may run; the kernel is compiled.
  Error make_ready(const Launch& launch, ReadyKernel* out);
  // Runs it in its turn on its stream; its parameters are copied. A kernel that faults prints one
  // line and leaves its error on the device.
  void submit(const ReadyKernel& ready);

  // What the API layer checks of kernel nodes whenever they are made executable, as it does of
  // launches before it asks for them.
  using NodeCheck = Error (*)(const Launch&);
  void check_nodes_by(NodeCheck check) { node_check_ = check; }
  Error check_node(const Launch& launch) const {
    return node_check_ ? node_check_(launch) : Error::kSuccess;
  }

  // What device code asks of functions and devices (ChildLaunches::ask): for the API layer to
  // answer.
  using DeviceQueries = Error (*)(Device&, DeviceCall call, const std::uint64_t* words,
                                  std::int32_t* value);
  void answer_device_by(DeviceQueries queries) { device_queries_ = queries; }
  DeviceQueries device_queries() const { return device_queries_; }

  // Says what a grid is that begins, and what went wrong in one that has ended.
  void log(const Grid& grid) const;
  void report_fault(const Grid& grid);
  // The same, to tools that listen.
  void tell_fault(const Grid& grid);
  std::uint64_t next_grid() { return next_grid_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::optional<ReadyKernel> without_debugger(const ReadyKernel& ready);
  void submit_part(const ReadyKernel& ready, std::optional<BlockSet> only);

  const support::Settings& settings_;
  Registry& registry_;
  Scheduler& scheduler_;
  Variants variants_;
  ResidentBlockStore resident_blocks_;
  Listeners listeners_;
  std::atomic<std::uint64_t> next_grid_{1};
  NodeCheck node_check_ = nullptr;
  DeviceQueries device_queries_ = nullptr;
};

}  // namespace heddle::engine
