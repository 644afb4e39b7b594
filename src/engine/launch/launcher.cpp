// SPDX-License-Identifier: Apache-2.0
// The warm path allocates nothing and compares a few integers.
#include "engine/launch/launcher.h"

#include <fmt/format.h>

#include "engine/block/debug_view.h"
#include "engine/device/device.h"
#include "engine/launch/breakpoints.h"
#include "engine/launch/cluster_size.h"
#include "engine/launch/fault_report.h"
#include "engine/launch/kernel_operation.h"
#include "engine/launch/launch_rules.h"
#include "engine/stream/operation_memory.h"
#include "jit/compiler_api.h"
#include "support/demangle.h"
#include "support/message.h"

namespace heddle::engine {
namespace {

const char* mode_name(const Variant& variant) {
  switch (variant.mode) {
    case abi::KernelMode::kBlock:
      return "block";
    case abi::KernelMode::kStep:
      return "step";
    case abi::KernelMode::kFiberWarp:
      return "fiber";
    default:
      if (variant.debug) return "debug";
      return variant.flags & kHeddleReference ? "reference" : "thread";
  }
}

const char* origin(const LoadedCode& code) {
  if (code.ahead) return "ahead";
  return code.cache_hit ? "hit" : "miss";
}

}  // namespace

Error Launcher::kernel_record(const Function& function, Device& device,
                              const image::KernelRecord** out) {
  const Unit* unit = registry_.unit_of(function.module, device.arch());
  if (!unit) return Error::kNoKernelImageForDevice;
  *out = unit->find_kernel(function.name).record;
  return *out ? Error::kSuccess : Error::kInvalidDeviceFunction;
}

Error Launcher::check(const Launch& launch, const image::KernelRecord** record) {
  const bool log = settings_.log_launch;
  HEDDLE_RETURN_IF_ERROR(check_shape(launch, log));
  HEDDLE_RETURN_IF_ERROR(kernel_record(*launch.function, launch.stream->device, record));
  HEDDLE_RETURN_IF_ERROR(check_resources(launch, **record, settings_.registers, log));
  Dim3 cluster;
  return cluster_of(launch, **record, log, &cluster);
}

Error Launcher::make_ready(const Launch& launch, ReadyKernel* out) {
  const bool log = settings_.log_launch;
  if (Error error = check_shape(launch, log); !ok(error)) [[unlikely]]
    return error;
  const ListenerSet* listeners = listeners_.current();
  Variant* variant = variants_.find(launch, listeners);
  const image::KernelRecord* record = variant ? variant->record : nullptr;
  if (!record) [[unlikely]] {
    Device& device = launch.stream->device;
    HEDDLE_RETURN_IF_ERROR(kernel_record(*launch.function, device, &record));
  }
  if (Error error = check_resources(launch, *record, settings_.registers, log); !ok(error))
      [[unlikely]]
    return error;
  if (!variant) [[unlikely]] {
    HEDDLE_RETURN_IF_ERROR(variants_.make(launch, listeners, &variant));
  }
  out->launch = launch;
  out->variant = variant;
  out->listeners = listeners;
  return cluster_of(launch, *variant->record, log, &out->cluster);
}

// What runs the blocks in which a debugger cannot stop (`cuda code breakpoints`). None where blocks
// may wait for each other.
std::optional<ReadyKernel> Launcher::without_debugger(const ReadyKernel& ready) {
  const auto runs_alone = [](const Variant& variant) {
    return !variant.waits && variant.code.code->launches == 0;
  };
  if (ready.cluster.x != 0 || ready.launch.cooperative || settings_.shuffle) return std::nullopt;
  if (!runs_alone(*ready.variant)) return std::nullopt;
  ReadyKernel plain = ready;
  Variant* variant = nullptr;
  if (!ok(variants_.make_plain(ready.launch, ready.listeners, &variant))) return std::nullopt;
  if (variant->debug || !runs_alone(*variant)) return std::nullopt;
  plain.variant = variant;
  return plain;
}

void Launcher::submit(const ReadyKernel& ready) {
  if (ready.variant->debug && heddle_debug_stops & kDebugOnlyAtBreakpoints) [[unlikely]] {
    auto blocks = blocks_with_breakpoints();
    const auto plain = blocks ? without_debugger(ready) : std::nullopt;
    if (plain) {
      submit_part(ready, blocks);
      blocks->others = true;
      submit_part(*plain, blocks);
      return;
    }
  }
  submit_part(ready, std::nullopt);
}

void Launcher::submit_part(const ReadyKernel& ready, std::optional<BlockSet> only) {
  const auto kernel = make_operation<KernelOperation>(*this, ready);
  if (ready.variant->debug) [[unlikely]]
    kernel->show_launch();
  if (only) [[unlikely]]
    kernel->run_only(std::move(*only));
  ready.launch.stream->submit(kernel);
  if (settings_.launch_blocking) [[unlikely]] {
    scheduler_.wait(kernel);
    scheduler_.order_events().waited(*kernel);
  }
}

void Launcher::tell_fault(const Grid& grid) {
  engine::tell_fault(grid, variants_.source());
}

void Launcher::report_fault(const Grid& grid) {
  grid.device->printf.flush();
  support::message(describe_fault(grid, variants_.source()));
  grid.device->fail(error_of(grid.fault));
}

void Launcher::log(const Grid& grid) const {
  const Variant& v = *grid.variant;
  const std::string schedule =
      !settings_.shuffle
          ? "ordered"
          : fmt::format("{}:{}", settings_.at_accesses ? "accesses" : "shuffle", settings_.seed);
  const Dim3& c = grid.cluster;
  const std::string cluster =
      grid.explicit_cluster ? fmt::format(" cluster=({},{},{})", c.x, c.y, c.z) : "";
  const std::string by = grid.launched_by ? " by=" + support::demangle(grid.launched_by->name) : "";
  support::message(fmt::format(
      "launch {} grid=({},{},{}) block=({},{},{}){} shared={} isa={} mode={} threads={} "
      "schedule={} "
      "cache={}{}",
      support::demangle(grid.function->name), grid.grid.x, grid.grid.y, grid.grid.z, v.block.x,
      v.block.y, v.block.z, cluster, v.static_shared + grid.dynamic_shared, v.code.code->isa,
      mode_name(v), settings_.threads, schedule, origin(v.code), by));
}

}  // namespace heddle::engine
