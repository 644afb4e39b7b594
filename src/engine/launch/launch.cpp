// SPDX-License-Identifier: Apache-2.0
// From a launch to its blocks. The warm path allocates nothing and compares a few integers.
#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/launch/fault_report.h"
#include "engine/launch/kernel_operation.h"
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
      return variant.flags & kHeddleReference ? "reference" : "thread";
  }
}

bool wide(std::uint32_t grid, std::uint32_t block) {
  return std::uint64_t{grid} * block > 0x7fffffff;
}

}  // namespace

Engine::Code Engine::code_of(const Launch& launch, const Audience* audience) const {
  std::uint32_t flags = 0;
  if (wide(launch.grid.x, launch.block.x) || wide(launch.grid.y, launch.block.y) ||
      wide(launch.grid.z, launch.block.z)) {
    flags |= kHeddleWideGrid;
  }
  if (settings_.reference) flags |= kHeddleReference;
  if (settings_.fiber) flags |= kHeddleFiber;
  const std::uint32_t probe_mask = audience ? probes::in_code(audience->events()) : 0;
  if (probe_mask) flags |= kHeddleProbes;
  return {flags, probe_mask};
}

// CUDA C++ Programming Guide, "Features and Technical Specifications";
// cudaErrorInvalidConfiguration.
Error Engine::check(const Launch& launch) const {
  const DeviceLimits& limits = launch.stream->device.limits;
  const Dim3& g = launch.grid;
  const Dim3& b = launch.block;
  if (g.x - 1 >= limits.max_grid.x || g.y - 1 >= limits.max_grid.y ||
      g.z - 1 >= limits.max_grid.z || b.x - 1 >= limits.max_block.x ||
      b.y - 1 >= limits.max_block.y || b.z - 1 >= limits.max_block.z ||
      b.count() > limits.max_threads_per_block) {
    return Error::kInvalidConfiguration;
  }
  return Error::kSuccess;
}

Error Engine::check_resources(const Launch& launch, const Variant& variant) const {
  const DeviceLimits& limits = launch.stream->device.limits;
  const std::uint32_t bound = variant.record->max_threads_per_block;
  if (bound && variant.block.count() > bound) return Error::kLaunchOutOfResources;
  // What cudaFuncSetAttribute set holds even when it is less than the default (as an H200 does it).
  const int opted = launch.function->max_dynamic_shared.load(std::memory_order_relaxed);
  const std::size_t total = variant.static_shared + launch.dynamic_shared;
  const bool fits = launch.dynamic_shared <= limits.shared_per_block_optin &&
                    (opted >= 0 ? launch.dynamic_shared <= static_cast<std::size_t>(opted) &&
                                      total <= limits.shared_per_block_optin
                                : total <= limits.shared_per_block);
  return fits ? Error::kSuccess : Error::kInvalidConfiguration;
}

Variant* Engine::find_variant(const Launch& launch, const Code& code, int device) {
  Variant* variant = launch.function->variants.load(std::memory_order_acquire);
  while (variant && !(variant->block == launch.block && variant->flags == code.flags &&
                      variant->probe_mask == code.probe_mask && variant->device == device)) {
    variant = variant->next;
  }
  return variant;
}

Error Engine::make_variant(const Launch& launch, const Code& how, Variant** out) {
  Function& function = *launch.function;
  Device& device = launch.stream->device;
  std::lock_guard lock(function.compile);
  if ((*out = find_variant(launch, how, device.ordinal))) return Error::kSuccess;
  if (how.probe_mask && settings_.reference) {
    support::message(fmt::format(
        "kernel {}: the slow reference is not supported where a tool listens to events inside "
        "kernels (unset HEDDLE_REFERENCE)",
        support::demangle(function.name)));
    return Error::kNotSupported;
  }
  const Unit* unit = registry_.unit_of(function.module, device.limits.arch);
  if (!unit) return Error::kNoKernelImageForDevice;
  const Unit::Kernel kernel = unit->find_kernel(function.name);
  if (!kernel.record) return Error::kInvalidDeviceFunction;
  if (kernel.record->param_bytes > device.limits.parameter_bytes) {
    return Error::kLaunchOutOfResources;
  }

  Instance* instance = nullptr;
  const std::uint32_t functions_flags = how.flags & ~std::uint32_t{kHeddleWideGrid};
  if (Error e = device.instance_of(*unit, *source_, functions_flags, how.probe_mask, &instance);
      !ok(e)) {
    return e;
  }

  if (Variant* old = find_variant(launch, how, ~device.ordinal)) {
    const abi::KernelCode& code = *old->code.code;
    old->symbols = instance->symbol_table(kernel.image, code.symbols, code.symbol_count);
    if (!old->symbols) return Error::kInvalidKernelImage;
    old->device = device.ordinal;
    *out = old;
    return Error::kSuccess;
  }

  CodeRequest request;
  request.unit = unit;
  request.image = kernel.image;
  request.kernel = function.name;
  request.block = launch.block;
  request.flags = how.flags;
  request.probe_mask = how.probe_mask;
  auto variant = std::make_unique<Variant>();
  std::string reason;
  if (Error error = source_->load(request, &variant->code, &reason); !ok(error)) {
    support::message(fmt::format("kernel {}: {}", support::demangle(function.name), reason));
    return error;
  }
  const abi::KernelCode& code = *variant->code.code;
  if (how.probe_mask && code.mode == abi::KernelMode::kFiberThread) {
    support::message(fmt::format(
        "kernel {}: lanes of a warp wait for each other; events inside such kernels are not "
        "supported",
        support::demangle(function.name)));
    return Error::kNotSupported;
  }
  variant->block = launch.block;
  variant->flags = how.flags;
  variant->probe_mask = how.probe_mask;
  variant->device = device.ordinal;
  variant->mode = code.mode;
  variant->entry = code.entry;
  variant->frame_bytes = code.frame_bytes;
  variant->static_shared = code.static_shared_bytes;
  variant->waits = code.waits != 0;
  variant->record = kernel.record;
  variant->symbols = instance->symbol_table(kernel.image, code.symbols, code.symbol_count);
  if (!variant->symbols) return Error::kInvalidKernelImage;
  variant->next = function.variants.load();
  *out = variant.release();  // lives as long as the function
  function.variants.store(*out, std::memory_order_release);
  return Error::kSuccess;
}

Error Engine::make_ready(const Launch& launch, ReadyKernel* out) {
  if (Error error = check(launch); !ok(error)) [[unlikely]]
    return error;
  const Audience* audience = listeners_.audience();
  const Code code = code_of(launch, audience);
  Variant* variant = find_variant(launch, code, launch.stream->device.ordinal);
  if (!variant) [[unlikely]] {
    if (Error error = make_variant(launch, code, &variant); !ok(error)) return error;
  }
  if (Error error = check_resources(launch, *variant); !ok(error)) [[unlikely]]
    return error;
  out->launch = launch;
  out->variant = variant;
  out->audience = audience;
  return cluster_of(launch, *variant, &out->cluster);
}

Error Engine::launch(const Launch& launch) {
  ReadyKernel ready;
  if (Error error = make_ready(launch, &ready); !ok(error)) [[unlikely]]
    return error;
  if (launch.stream->heeds_capture()) [[unlikely]]
    return captures_.add(*launch.stream, describe(launch, *ready.variant->record));
  const auto kernel = make_operation<KernelOperation>(*this, ready);
  launch.stream->submit(kernel);
  if (settings_.launch_blocking) [[unlikely]]
    scheduler_.wait(kernel);
  return Error::kSuccess;
}

void Engine::report_fault(const Grid& grid) {
  grid.device->printf.flush();
  support::message(describe_fault(grid, *source_));
  grid.device->fail(error_of(grid.fault));
}

void Engine::log(const Grid& grid) const {
  const Variant& v = *grid.variant;
  const std::string schedule =
      settings_.shuffle ? fmt::format("shuffle:{}", settings_.seed) : "ordered";
  const Dim3& c = grid.cluster;
  const std::string cluster =
      grid.explicit_cluster ? fmt::format(" cluster=({},{},{})", c.x, c.y, c.z) : "";
  support::message(fmt::format(
      "launch {} grid=({},{},{}) block=({},{},{}){} shared={} isa={} mode={} threads={} "
      "schedule={} "
      "cache={}",
      support::demangle(grid.function->name), grid.grid.x, grid.grid.y, grid.grid.z, v.block.x,
      v.block.y, v.block.z, cluster, v.static_shared + grid.dynamic_shared, v.code.code->isa,
      mode_name(v), settings_.threads, schedule, v.code.cache_hit ? "hit" : "miss"));
}

}  // namespace heddle::engine
