// SPDX-License-Identifier: Apache-2.0
// Memory and events of several processes. A handle names a file of the process that made it, which
// must still run when another one opens it.
#include <cstring>

#include "engine/memory/imports.h"
#include "process/device_state.h"
#include "runtime/runtime.h"

namespace heddle::runtime {
namespace {

// The device whose memory it is, if this process has one of that number.
Device& device_of(Device& current, const engine::MemoryName& name) {
  return is_device(name.device) ? the_engine().device(name.device) : current;
}

template <class Name, class Handle>
Name read(const Handle& handle) {
  static_assert(sizeof(Name) <= sizeof(Handle));
  Name name;
  std::memcpy(&name, &handle, sizeof name);
  return name;
}

template <class Name, class Handle>
void write(const Name& name, Handle* handle) {
  *handle = {};
  std::memcpy(handle, &name, sizeof name);
}

}  // namespace

HEDDLE_API cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* address) {
  return on_device([&](Device&) {
    engine::MemoryName name;
    if (!handle) return Error::kInvalidValue;
    const auto row = the_engine().find(address);
    if (!row || !row->on_device()) return Error::kInvalidValue;
    engine::Arena& arena = the_engine().device(row->device).arena;
    if (Error e = engine::name_memory(arena, address, &name); !ok(e)) return e;
    write(name, handle);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaIpcOpenMemHandle(void** out, cudaIpcMemHandle_t handle, unsigned flags) {
  return on_device([&](Device& device) {
    if (!out || flags != cudaIpcMemLazyEnablePeerAccess) return Error::kInvalidValue;
    const auto name = read<engine::MemoryName>(handle);
    engine::Arena& arena = device_of(device, name).arena;
    HEDDLE_RETURN_IF_ERROR(the_engine().imports().open(arena, name, out));
    if (const auto row = arena.find(*out); row && arena.events()) arena.events()->allocated(*row);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaIpcCloseMemHandle(void* address) {
  return on_device([&](Device&) {
    const auto row = the_engine().find(address);
    if (!row || !row->imported || row->pool) return Error::kInvalidValue;
    Device& device = the_engine().device(row->device);
    engine::wait_for_all(device);  // nobody uses it any more
    HEDDLE_RETURN_IF_ERROR(the_engine().imports().close(device.arena, address));
    // It may have been opened several times.
    const bool gone = !device.arena.find(address);
    if (gone && device.arena.events()) device.arena.events()->freed(*row);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
  return on_device([&](Device&) {
    const auto* known = reinterpret_cast<Event*>(event);
    if (!handle) return Error::kInvalidValue;
    if (!context().knows(known)) return Error::kInvalidResourceHandle;
    if (!known->shared) return Error::kInvalidValue;  // not made with cudaEventInterprocess
    write(known->shared->name(), handle);
    return Error::kSuccess;
  });
}

HEDDLE_API cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* out, cudaIpcEventHandle_t handle) {
  return on_device([&](Device& device) {
    const auto name = read<engine::FileName>(handle);
    if (!out || name.magic != engine::kEventMagic) return Error::kInvalidValue;
    if (engine::is_own(name)) return Error::kDeviceUninitialized;
    auto shared = engine::SharedEvent::open(name);
    if (!shared) return Error::kMapBufferObjectFailed;
    *out = reinterpret_cast<cudaEvent_t>(context().add_event(
        device, cudaEventDisableTiming | cudaEventInterprocess, std::move(shared)));
    return Error::kSuccess;
  });
}

}  // namespace heddle::runtime
