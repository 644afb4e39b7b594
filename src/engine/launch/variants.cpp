// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/variants.h"

#include <fmt/format.h>

#include <mutex>
#include <string>

#include "engine/block/debug_view.h"
#include "engine/device/device.h"
#include "engine/launch/breakpoints.h"
#include "engine/probes/listeners.h"
#include "jit/compiler_api.h"
#include "support/demangle.h"
#include "support/message.h"

namespace heddle::engine {
namespace {

bool wide(std::uint32_t grid, std::uint32_t block) {
  return std::uint64_t{grid} * block > 0x7fffffff;
}

// A unit that was compiled with -G becomes code for a debugger where that is wanted, unless a tool
// listens: events are told of the code that is run without a debugger.
std::uint32_t flags_for(const Unit& unit, std::uint32_t flags, std::uint32_t probe_mask) {
  if (flags & kHeddleDebug && unit.debug() && !probe_mask) return flags | kHeddleReference;
  return flags & ~std::uint32_t{kHeddleDebug};
}

// In the way that gdb's `cuda code breakpoints` asks for.
bool runs_as_without_debugger(const Variant& variant) {
  return variant.debug && heddle_debug_stops & kDebugOnlyAtBreakpoints &&
         !has_breakpoints(variant.code);
}

}  // namespace

Variants::Code Variants::code_of(const Launch& launch, const ListenerSet* listeners) const {
  std::uint32_t flags = 0;
  if (wide(launch.grid.x, launch.block.x) || wide(launch.grid.y, launch.block.y) ||
      wide(launch.grid.z, launch.block.z)) {
    flags |= kHeddleWideGrid;
  }
  if (settings_.reference) flags |= kHeddleReference;
  if (settings_.at_accesses) flags |= kHeddleSwitches;
  if (settings_.fiber) flags |= kHeddleFiber;
  if (registry_.any_debug() && debug_code_.is_wanted()) flags |= kHeddleDebug;
  const std::uint32_t probe_mask = listeners ? probes::in_code(listeners->events()) : 0;
  if (probe_mask) flags |= kHeddleProbes;
  return {flags, probe_mask};
}

Variant* Variants::find(const Launch& launch, const ListenerSet* listeners) const {
  Code how = code_of(launch, listeners);
  Variant* const variant = find(launch, how, launch.stream->device.ordinal);
  if (!variant || !(how.flags & kHeddleDebug) || !runs_as_without_debugger(*variant)) {
    return variant;
  }
  how.flags &= ~std::uint32_t{kHeddleDebug};
  return find(launch, how, launch.stream->device.ordinal);
}

Variant* Variants::find(const Launch& launch, const Code& code, int device) {
  Variant* variant = launch.function->variants.load(std::memory_order_acquire);
  while (variant && !(variant->block == launch.block && variant->flags == code.flags &&
                      variant->probe_mask == code.probe_mask && variant->device == device)) {
    variant = variant->next;
  }
  return variant;
}

Error Variants::make(const Launch& launch, const ListenerSet* listeners, Variant** out) {
  Code how = code_of(launch, listeners);
  std::lock_guard lock(launch.function->compile);
  HEDDLE_RETURN_IF_ERROR(find_or_make(launch, how, out));
  // A debugger has put its breakpoints into the code when that was loaded.
  if (!(how.flags & kHeddleDebug) || !runs_as_without_debugger(**out)) return Error::kSuccess;
  how.flags &= ~std::uint32_t{kHeddleDebug};
  return find_or_make(launch, how, out);
}

Error Variants::make_plain(const Launch& launch, const ListenerSet* listeners, Variant** out) {
  Code how = code_of(launch, listeners);
  how.flags &= ~std::uint32_t{kHeddleDebug};
  const std::lock_guard lock(launch.function->compile);
  return find_or_make(launch, how, out);
}

Error Variants::find_or_make(const Launch& launch, const Code& how, Variant** out) {
  Function& function = *launch.function;
  Device& device = launch.stream->device;
  if ((*out = find(launch, how, device.ordinal))) return Error::kSuccess;
  if (how.probe_mask && settings_.reference) {
    support::message(fmt::format(
        "kernel {}: the slow reference is not supported where a tool listens to events inside "
        "kernels (unset HEDDLE_REFERENCE)",
        support::demangle(function.name)));
    return Error::kNotSupported;
  }
  Place place;
  HEDDLE_RETURN_IF_ERROR(place_of(launch, how, &place));
  if (Variant* old = find(launch, how, ~device.ordinal)) {
    const abi::KernelCode& code = *old->code.code;
    old->symbols =
        place.instance->symbol_table(place.kernel.image, code.symbols, code.symbol_count);
    if (!old->symbols) return Error::kInvalidKernelImage;
    old->device = device.ordinal;
    *out = old;
    return Error::kSuccess;
  }
  std::unique_ptr<Variant> variant;
  HEDDLE_RETURN_IF_ERROR(compile(launch, how, place, &variant));
  *out = add(function, std::move(variant));
  return Error::kSuccess;
}

Error Variants::place_of(const Launch& launch, const Code& how, Place* out) {
  Device& device = launch.stream->device;
  const Function& function = *launch.function;
  out->unit = registry_.unit_of(function.module, device.arch());
  if (!out->unit) return Error::kNoKernelImageForDevice;
  out->kernel = out->unit->find_kernel(function.name);
  if (!out->kernel.record) return Error::kInvalidDeviceFunction;
  out->flags = flags_for(*out->unit, how.flags, how.probe_mask);
  const std::uint32_t functions_flags = out->flags & ~std::uint32_t{kHeddleWideGrid};
  HEDDLE_RETURN_IF_ERROR(device.instance_of(*out->unit, *source_, functions_flags, how.probe_mask,
                                            settings_.compile_budget, &out->instance));
  if (!out->unit->has_functions()) return Error::kSuccess;
  // It goes on as it was when a debugger comes or leaves.
  const std::uint32_t functions = out->instance->code_flags();
  if (!how.probe_mask && (functions ^ out->flags) & kHeddleDebug) {
    constexpr std::uint32_t kAsFunctions = kHeddleDebug | kHeddleReference;
    out->flags = (out->flags & ~kAsFunctions) | (functions & kAsFunctions);
  }
  if ((functions ^ out->flags) & kHeddleDebug) {
    support::message(fmt::format(
        "kernel {}: a tool began to listen after functions behind pointers had been compiled for a "
        "debugger, which is not supported (compile without -G)",
        support::demangle(function.name)));
    return Error::kNotSupported;
  }
  return Error::kSuccess;
}

Error Variants::compile(const Launch& launch, const Code& how, const Place& place,
                        std::unique_ptr<Variant>* out) {
  const Function& function = *launch.function;
  CodeRequest request;
  request.unit = place.unit;
  request.image = place.kernel.image;
  request.kernel = function.name;
  request.block = launch.block;
  request.flags = place.flags;
  request.probe_mask = how.probe_mask;
  request.budget = settings_.compile_budget;
  auto variant = std::make_unique<Variant>();
  std::string reason;
  if (Error error = source_->load(request, &variant->code, &reason); !ok(error)) {
    support::message(fmt::format("kernel {}: {}", support::demangle(function.name), reason));
    return error;
  }
  const abi::KernelCode& code = *variant->code.code;
  variant->block = launch.block;
  variant->flags = how.flags;
  variant->probe_mask = how.probe_mask;
  variant->device = launch.stream->device.ordinal;
  variant->mode = code.mode;
  variant->entry = code.entry;
  variant->frame_bytes = code.frame_bytes;
  variant->static_shared = code.static_shared_bytes;
  variant->waits = code.waits != 0;
  variant->stands_alone = code.stands_alone != 0;
  variant->debug = place.flags & kHeddleDebug;
  variant->record = place.kernel.record;
  variant->symbols =
      place.instance->symbol_table(place.kernel.image, code.symbols, code.symbol_count);
  if (!variant->symbols) return Error::kInvalidKernelImage;
  *out = std::move(variant);
  return Error::kSuccess;
}

// Under the function's lock. It lives as long as the function.
Variant* Variants::add(Function& function, std::unique_ptr<Variant> variant) {
  variant->next = function.variants.load();
  Variant* added = variant.release();
  function.variants.store(added, std::memory_order_release);
  return added;
}

const Variant* Variants::successor(const Launch& launch, const Variant& variant) {
  if (const Variant* known = variant.successor.load(std::memory_order_acquire)) return known;
  if (!variant.code.successor->load(std::memory_order_acquire)) return &variant;
  const std::lock_guard lock(launch.function->compile);
  if (const Variant* known = variant.successor.load(std::memory_order_acquire)) return known;
  const Code how{variant.flags, variant.probe_mask};
  Place place;
  std::unique_ptr<Variant> made;
  const bool compiled = ok(place_of(launch, how, &place)) && ok(compile(launch, how, place, &made));
  // What was decided of a launch or a graph by the one must be true of the other.
  const bool better = compiled && !made->code.code->hurried && made->waits == variant.waits &&
                      made->static_shared == variant.static_shared;
  const Variant* chosen = better ? add(*launch.function, std::move(made)) : &variant;
  variant.successor.store(chosen, std::memory_order_release);
  return chosen;
}

Error Variants::variable_address(const Variable& variable, Device& device,
                                 const ListenerSet* listeners, Instance::Symbol* out) {
  const Unit* unit = registry_.unit_of(variable.module, device.arch());
  if (!unit) return Error::kNoKernelImageForDevice;
  Instance* instance = nullptr;
  const Code code = code_of({}, listeners);
  const std::uint32_t flags = flags_for(*unit, code.flags, code.probe_mask);
  if (Error error = device.instance_of(*unit, *source_, flags, code.probe_mask,
                                       settings_.compile_budget, &instance);
      !ok(error)) {
    return error;
  }
  *out = instance->variable(unit->index_of(variable.module), variable.name);
  if (!out->address) return Error::kInvalidSymbol;
  return Error::kSuccess;
}

void Variants::forget_symbols(const Device& device) {
  registry_.for_each_function([&](Function& function) {
    std::lock_guard lock(function.compile);
    for (Variant* v = function.variants.load(); v; v = v->next) {
      if (v->device == device.ordinal) v->device = ~device.ordinal;
    }
  });
}

}  // namespace heddle::engine
